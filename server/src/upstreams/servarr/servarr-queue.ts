import { z } from 'zod'
import type { QueuedDownload } from '#ports/download-queue.ts'

/** A queue is small and read often; a slower one is better reported as unreadable. */
export const QUEUE_MS = 10_000

/** servarr-common.md, 5: common to every row of a queue. */
export const QueueRow = {
  id: z.int(),
  size: z.number().nullish(),
  // Lower case, unlike the other fields.
  sizeleft: z.number().nullish(),
  // Absent while a delay profile holds the release back.
  downloadId: z.string().nullish(),
}

export function downloadOf(row: z.output<z.ZodObject<typeof QueueRow>>): QueuedDownload {
  const size = Math.max(0, row.size ?? 0)
  const left = Math.min(size, Math.max(0, row.sizeleft ?? size))
  return { id: row.downloadId || `row ${row.id}`, size, left }
}
