import type { QueuedDownload } from '#ports/download-queue.ts'

/** The rows of a pack all carry the size of the whole, so each download counts once (sonarr.md, "Queue row"). */
export function downloadedShare(downloads: readonly QueuedDownload[]): number {
  const distinct = [...new Map(downloads.map(one => [one.id, one])).values()]
  const size = distinct.reduce((sum, one) => sum + one.size, 0)
  const left = distinct.reduce((sum, one) => sum + one.left, 0)
  return share(size - left, size)
}

/** Percent, never past 100; nothing of nothing is 0. */
export function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0
}
