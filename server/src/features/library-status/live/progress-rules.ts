import type { QueuedDownload } from '#ports/download-queue.ts'

/** All rows of a pack report the size of the whole, so each download counts once (sonarr.md, "Queue row"). */
export function downloadedShare(downloads: readonly QueuedDownload[]): number {
  const distinct = [...new Map(downloads.map(one => [one.id, one])).values()]
  const size = distinct.reduce((sum, one) => sum + one.size, 0)
  const left = distinct.reduce((sum, one) => sum + one.left, 0)
  return share(size - left, size)
}

/** In percent, at most 100; 0 if the whole is empty. */
export function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0
}
