import { type InstanceRecord, type Inventory, reachedBy } from '#features/instances/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { Transcoder, TranscoderCounts, TranscoderLibrary, TranscoderNode } from '#ports/transcoder.ts'

/** 2:4.11: the maximum age of an answer. */
const ACTIVITY_MS = 5000
const KEPT_MS = 30_000
const MAX_BYTES = 16 * 1024 * 1024

/** A value, and when the transcoder gave it. */
export interface Observed<T> {
  observed_at: string
  value: T
}

export interface TranscoderReadParts {
  clock: Clock
  inventory: Pick<Inventory, 'connectionOf'>
  transcoder: Transcoder
}

/** Tells an edited instance from what it was. Reads of the old one, also those under way, are of no use to it. */
export function versionOf(instance: InstanceRecord): string {
  return `${instance.id} ${instance.updated_at} ${reachedBy(instance)}`
}

/** Reads of transcoders, shared by all who ask at the same time and kept for a while. */
export function createTranscoderReads({ clock, inventory, transcoder }: TranscoderReadParts) {
  function keep<T>(ttl_ms: number) {
    const cache = createValueCache<Observed<T>>({
      name: 'transcoder',
      clock,
      max_bytes: MAX_BYTES,
      size_of: observed => JSON.stringify(observed).length * 2,
    })
    return (instance: InstanceRecord, part: string, read: (signal: AbortSignal) => Promise<T>) =>
      cache.get(`${versionOf(instance)} ${part}`, { ttl_ms }, async signal => {
        const value = await read(signal)
        return { observed_at: iso(clock.now()), value }
      })
  }

  const nodes = keep<TranscoderNode[]>(ACTIVITY_MS)
  const libraries = keep<TranscoderLibrary[]>(KEPT_MS)
  const counts = keep<TranscoderCounts>(KEPT_MS)

  return {
    nodes: (instance: InstanceRecord) =>
      nodes(instance, '', signal => transcoder.nodes(inventory.connectionOf(instance), signal)),
    libraries: (instance: InstanceRecord) =>
      libraries(instance, '', signal => transcoder.libraries(inventory.connectionOf(instance), signal)),
    totals: (instance: InstanceRecord) =>
      counts(instance, '', signal => transcoder.totals(inventory.connectionOf(instance), signal)),
    countsOf: (instance: InstanceRecord, library_id: string) =>
      counts(instance, library_id, signal =>
        transcoder.countsOf(inventory.connectionOf(instance), library_id, signal),
      ),
  }
}
