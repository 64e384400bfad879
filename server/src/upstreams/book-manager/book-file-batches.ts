import { z } from 'zod'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import type { Connection } from '#ports/instance-connection.ts'
import type { ServarrClient } from '../servarr/servarr-client.ts'

/** 1/4.10: the number of concurrent file requests. */
const FAN_OUT = 4
/** Books per request; their ids must fit into an address. */
const FILES_AT_ONCE = 100

/** Passes on the files of any number of books, in no particular order. If it throws, some are missing. */
export async function eachBookFile<S extends z.core.$ZodType>(
  client: ServarrClient,
  schema: S,
  connection: Connection,
  { record_ids, signal }: { record_ids: readonly number[]; signal: AbortSignal | undefined },
  take: (file: z.output<S>) => void,
): Promise<void> {
  await mapConcurrently(batches(record_ids), FAN_OUT, async batch => {
    const query = { bookId: batch.map(String) }
    const files = await client.get(z.array(schema), connection, { path: 'bookfile', query, signal })
    for (const file of files) take(file)
  })
}

function batches(record_ids: readonly number[]): number[][] {
  const count = Math.ceil(record_ids.length / FILES_AT_ONCE)
  return Array.from({ length: count }, (_, i) => record_ids.slice(i * FILES_AT_ONCE, (i + 1) * FILES_AT_ONCE))
}
