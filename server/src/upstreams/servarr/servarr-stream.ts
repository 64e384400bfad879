import { z } from 'zod'
import { MINUTE_MS } from '#kit/durations.ts'
import { createArraySplitter, InvalidJsonArray } from '#kit/json-elements.ts'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { type ServarrCall, servarrHeaders, type ServarrProduct } from './servarr-client.ts'

/** A manager computes the whole list before its first byte (lidarr.md, "Quirks"). */
const FIRST_BYTE_MS = MINUTE_MS
const SILENCE_MS = 30_000
/** Nothing is held in memory, so this only bounds how long it may take. */
const MAX_BYTES = 2 * 1024 ** 3

/**
 * Reads a whole library record by record while it arrives: neither its text nor all of its complete records are held.
 * `take` keeps what it needs. An incomplete list throws UpstreamFault, and the records taken so far must be discarded.
 */
export async function eachRecord<S extends z.core.$ZodType>(
  internal: Transport,
  { product, api }: ServarrProduct,
  connection: Connection,
  { path, query, signal }: Pick<ServarrCall, 'path' | 'query' | 'signal'>,
  schema: S,
  take: (record: z.output<S>) => void,
): Promise<void> {
  const { status, body } = await internal.stream({
    upstream: product,
    method: 'GET',
    url: `${connection.url}/${api}/${path}`,
    headers: servarrHeaders(connection),
    credential: true,
    timeout_ms: FIRST_BYTE_MS,
    idle_ms: SILENCE_MS,
    max_bytes: MAX_BYTES,
    ...(query && { query }),
    ...(signal && { signal }),
  })
  const badAnswer = (cause?: unknown) =>
    new UpstreamFault({ upstream: product, kind: 'bad_answer', status, cause })
  const splitter = createArraySplitter(element => {
    const parsed = z.safeParse(schema, element)
    if (!parsed.success) throw badAnswer(parsed.error)
    take(parsed.data)
  })
  try {
    for await (const chunk of body) splitter.write(chunk)
    splitter.end()
  } catch (error) {
    if (error instanceof InvalidJsonArray) throw badAnswer()
    throw error
  }
}
