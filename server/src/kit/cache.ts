import type { Clock } from '#kit/clock.ts'
import { onGrowth, type Ready } from '#kit/ready.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'

export { encoded, type Ready, readyJson } from '#kit/ready.ts'

/** A ValueCache for responses that are ready to send. Compressed variants count towards their size. */
export interface Cache extends Omit<ValueCache<Ready>, 'getNow' | 'remeasure'> {
  /** The response in the cache now, if any. Neither waits nor loads: this is the hot path. */
  getReady(key: string): Ready | undefined
}

export interface CacheOptions {
  name: string
  max_bytes: number
  max_entries?: number
  clock: Clock
}

/** A cache of ready responses, bounded by bytes. */
export function createCache(options: CacheOptions): Cache {
  const values = createValueCache<Ready>({ ...options, size_of: sizeOfReady })
  return {
    ...values,
    getReady: key => values.getNow(key),
    get: (key, keep, fill) =>
      values.get(key, keep, async signal => {
        const ready = await fill(signal)
        onGrowth(ready, () => values.remeasure(key, ready))
        return ready
      }),
  }
}

function sizeOfReady({ bytes, gzip, br }: Ready): number {
  return bytes.length + (gzip?.length ?? 0) + (br?.length ?? 0)
}
