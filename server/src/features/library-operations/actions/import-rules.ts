import { Refusal } from '#kit/refusal.ts'
import type { ImportableFile } from '#ports/manager-actions.ts'

export interface SkippedFile {
  name: string
  reason: string
}

export interface ImportChoice {
  chosen: ImportableFile[]
  skipped: SkippedFile[]
}

/** Not even a forced import takes a program for a video. */
const DANGEROUS = /executable|dangerous/i
const NAMED_FILES = 5

/**
 * Which files of a download are imported. Rejected files are imported only by force, and files that the manager cannot
 * file under anything never are. Where a title has room for one file, it gets the one without rejections, then the
 * largest: a sample must not replace the film.
 */
export function chooseFiles(files: readonly ImportableFile[], force: boolean): ImportChoice {
  if (files.length === 0) throw refused('This download contains no file that could be imported.')
  const rejected = files.filter(file => file.rejections.length > 0 || file.parts.length === 0)
  if (!force && rejected.length > 0)
    throw refused(
      `The manager rejects ${list(rejected)}. Use force only if somebody has checked that the files are right.`,
    )
  const skipped: SkippedFile[] = []
  const chosen: ImportableFile[] = []
  const taken = new Set<string>()
  for (const file of [...files].sort(bestFirst)) {
    const reason = reasonAgainst(file, taken)
    if (reason) {
      skipped.push({ name: file.name, reason })
      continue
    }
    chosen.push(file)
    for (const part of file.parts) taken.add(part)
  }
  if (chosen.length === 0)
    throw refused(`Nothing of this download can be imported, not even by force: ${list(files)}.`)
  return { chosen, skipped }
}

function reasonAgainst(file: ImportableFile, taken: ReadonlySet<string>): string | null {
  if (file.parts.length === 0) return 'The manager cannot tell which title this file belongs to.'
  if (file.rejections.some(reason => DANGEROUS.test(reason))) return 'It may be a harmful program.'
  const isTaken = !file.parts_are_shared && file.parts.some(part => taken.has(part))
  return isTaken ? 'A better file of this download is imported for the same title.' : null
}

function bestFirst(a: ImportableFile, b: ImportableFile): number {
  return Math.sign(a.rejections.length) - Math.sign(b.rejections.length) || b.size_bytes - a.size_bytes
}

function list(files: readonly ImportableFile[]): string {
  const named = files.slice(0, NAMED_FILES).map(({ name, parts, rejections }) => {
    const reasons = [...(parts.length === 0 ? ['belongs to no known title'] : []), ...rejections]
    return `"${name}" (${reasons.join('; ')})`
  })
  const more = files.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

function refused(error: string): Refusal {
  return new Refusal('conflict', { error })
}
