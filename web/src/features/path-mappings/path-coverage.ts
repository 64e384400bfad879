export interface Mapping {
  source_path: string
  local_path: string
}

export type Coverage =
  | { covered: true; row: number; path: string }
  /** `climbs`: has a `..`, which no mapping follows. */
  | { covered: false; reason: 'no_match' | 'relative' | 'climbs' }

/** The parts of a path as its own system counts them: POSIX by `/`, drive letters and shares by either. */
interface Parts {
  style: 'posix' | 'windows'
  segments: readonly string[]
}

function partsOf(path: string): Parts | null {
  if (/^[A-Za-z]:([\\/]|$)/.test(path) || /^\\\\[^\\/]+[\\/]/.test(path)) {
    return { style: 'windows', segments: path.split(/[\\/]+/).filter(Boolean) }
  }
  if (path.startsWith('/')) return { style: 'posix', segments: path.split(/\/+/).filter(Boolean) }
  return null
}

function isSame(style: Parts['style'], a: string, b: string | undefined): boolean {
  if (b === undefined) return false
  return style === 'windows' ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** What is left of the path below the source, or null when it lies elsewhere. Whole segments only (1/4.13). */
function below(source: string, path: Parts): readonly string[] | null {
  const prefix = partsOf(source.trim())
  if (!prefix || prefix.style !== path.style) return null
  const inside = prefix.segments.every((segment, at) => isSame(path.style, segment, path.segments[at]))
  return inside ? path.segments.slice(prefix.segments.length) : null
}

/** Which mapping catches a path as the manager reports it, and what it becomes: the first match wins. */
export function coverPath(mappings: readonly Mapping[], reported: string): Coverage {
  const path = partsOf(reported.trim())
  if (!path) return { covered: false, reason: 'relative' }
  if (path.segments.includes('..')) return { covered: false, reason: 'climbs' }
  for (const [row, mapping] of mappings.entries()) {
    const rest = below(mapping.source_path, path)
    if (rest) {
      const local = mapping.local_path.trim().replace(/\/+$/, '')
      return { covered: true, row, path: [local, ...rest].join('/') || '/' }
    }
  }
  return { covered: false, reason: 'no_match' }
}
