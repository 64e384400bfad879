import type { PathMapping } from '../instances/instances.ts'

export type Coverage =
  | { covered: true; row: number; local_path: string }
  /** `climbs`: has a `.` or `..` segment, which no mapping follows (C19). */
  | { covered: false; reason: 'no_match' | 'relative' | 'climbs' }

/** The segments of a path by the rules of its own system: POSIX by `/`, drive letters and shares by either. */
interface Parts {
  style: 'posix' | 'drive' | 'share'
  segments: readonly string[]
}

function partsOf(path: string): Parts | null {
  if (path.includes('\0')) return null
  if (path.startsWith('/')) return { style: 'posix', segments: path.split('/').filter(Boolean) }
  const segments = path.split(/[\\/]/).filter(Boolean)
  if (/^[A-Za-z]:([\\/]|$)/.test(path)) return { style: 'drive', segments }
  return /^\\\\[^\\/]+[\\/]+[^\\/]/.test(path) ? { style: 'share', segments } : null
}

/** Windows ignores trailing dots and spaces in a name, so `.. ` climbs as well. */
function climbs({ style, segments }: Parts): boolean {
  return segments.some(one =>
    style === 'posix' ? one === '.' || one === '..' : one.replace(/[. ]+$/, '') === '',
  )
}

function isSame(style: Parts['style'], a: string, b: string | undefined): boolean {
  if (b === undefined) return false
  return style === 'posix' ? a === b : a.toLowerCase() === b.toLowerCase()
}

/** The rest of the path below the source, or null when it is elsewhere. Whole segments only (1/4.13). */
function below(source: Parts | null, path: Parts): readonly string[] | null {
  if (!source || source.style !== path.style) return null
  const isInside = source.segments.every((segment, at) => isSame(path.style, segment, path.segments[at]))
  return isInside ? path.segments.slice(source.segments.length) : null
}

/**
 * 1/4.13: the mapping that covers a reported path, and its local path; the first match wins. Purely lexical. Names
 * below the mapped folder are kept as reported, including their case.
 */
export function createCoverage(mappings: readonly PathMapping[]): (reported: string) => Coverage {
  const rows = mappings.map(({ source_path, local_path }) => ({
    source: partsOf(source_path),
    local: local_path.replace(/\/+$/, ''),
  }))
  return reported => {
    const path = partsOf(reported)
    if (!path) return { covered: false, reason: 'relative' }
    if (climbs(path)) return { covered: false, reason: 'climbs' }
    for (const [row, { source, local }] of rows.entries()) {
      const rest = below(source, path)
      if (rest) return { covered: true, row, local_path: [local, ...rest].join('/') }
    }
    return { covered: false, reason: 'no_match' }
  }
}

/** The last segment of a reported path, without its folder. */
export function baseName(reported: string): string {
  return partsOf(reported)?.segments.at(-1) ?? ''
}
