import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { BookQueue } from '#ports/book-queue.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { downloadOf, QUEUE_MS, QueueRow } from '../servarr/servarr-queue.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'

const Row = z.object({ ...QueueRow, bookId: z.int().nullish() })

export function createBookManagerQueue(internal: Transport): BookQueue {
  const client = createServarrClient(internal, BOOK_MANAGER)
  return {
    async queue(connection, signal) {
      const rows = await client.get(z.array(Row), connection, {
        path: 'queue/details',
        timeout_ms: QUEUE_MS,
        signal,
      })
      return rows.flatMap(row => (row.bookId ? [{ record_id: row.bookId, download: downloadOf(row) }] : []))
    },
  }
}
