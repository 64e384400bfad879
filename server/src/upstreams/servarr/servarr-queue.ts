import { z } from 'zod'
import type { QueuedDownload } from '#ports/download-queue.ts'

/** A queue is small and asked for often; who waits longer is better told that it cannot be read. */
export const QUEUE_MS = 10_000

/** servarr-common.md, 5: what every row of a queue has. */
export const QueueRow = {
  id: z.int(),
  size: z.number().nullish(),
  // All lower case, unlike everything around it.
  sizeleft: z.number().nullish(),
  // Absent while a delay profile holds the release back.
  downloadId: z.string().nullish(),
}

export function downloadOf(row: z.output<z.ZodObject<typeof QueueRow>>): QueuedDownload {
  const size = Math.max(0, row.size ?? 0)
  const left = Math.min(size, Math.max(0, row.sizeleft ?? size))
  return { id: row.downloadId || `row ${row.id}`, size, left }
}
