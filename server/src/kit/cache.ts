import type { Clock } from '#kit/clock.ts'
import { onGrowth, type Ready } from '#kit/ready.ts'
import { createValueCache, type ValueCache } from '#kit/value-cache.ts'

export { encoded, type Ready, readyJson } from '#kit/ready.ts'

/** A ValueCache for responses that are ready to send. Compressed variants count towards their size. */
export interface Cache<T = unknown> extends Omit<ValueCache<Ready<T>>, 'getNow' | 'remeasure'> {
  /** The response held now, without waiting and without filling: the hot path. */
  getReady(key: string): Ready<T> | undefined
}

export interface CacheOptions {
  name: string
  max_bytes: number
  max_entries?: number
  clock: Clock
}

/** A cache of ready responses, bounded by bytes. */
export function createCache<T = unknown>(options: CacheOptions): Cache<T> {
  const values = createValueCache<Ready<T>>({ ...options, size_of: sizeOfReady })
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

/** A parsed value takes about twice the memory of its text. */
function sizeOfReady({ bytes, gzip, br, value }: Ready): number {
  const parsed = value === undefined ? 0 : bytes.length * 2
  return bytes.length + (gzip?.length ?? 0) + (br?.length ?? 0) + parsed
}
