import { type Cache, createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { isReady, type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { ScreenCatalog, ScreenKind } from '#ports/screen-catalog.ts'

/** 1/4.5: the maximum age of an answer, server-wide and unfiltered. */
export const TTL_MS = {
  trending: 5 * MINUTE_MS,
  featured: 5 * MINUTE_MS,
  list: 10 * MINUTE_MS,
  search: 10 * MINUTE_MS,
  detail: HOUR_MS,
  related: 30 * MINUTE_MS,
  reference: DAY_MS,
  list_provider: 10 * MINUTE_MS,
  image: DAY_MS,
} as const

/** About two thousand pages and details; normal use needs a fraction of that. */
const MAX_BYTES = 64 * 1024 * 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'

export interface Question {
  /** Unique per upstream query, without its language. */
  key: string
  ttl_ms: number
  /** Null: the provider has no such thing. */
  load: (catalog: ScreenCatalog) => Promise<Buffer | null>
  /** For pages: the type of rows without `media_type`. */
  rows_of?: ScreenKind | 'mixed'
}

export interface ScreenCache {
  /** The provider's own bytes, synchronously when cached. Absence is `not_found` and, like any error, not cached. */
  read(key: string, ttl_ms: number, load: () => Promise<Buffer | null>): MaybeAsync<Ready>
  /**
   * For answers combined from several reads, ready or still to be serialised; with `keep: false` they are shared only by the callers already
   * waiting.
   */
  make(key: string, ttl_ms: number, make: () => Promise<{ body: unknown; keep: boolean }>): MaybeAsync<Ready>
  stats: Cache['stats']
}

export function createScreenCache(clock: Clock): ScreenCache {
  const cache = createCache({ name: 'screen-discovery', clock, max_bytes: MAX_BYTES })
  return {
    read: (key, ttl_ms, load) =>
      cache.getReady(key) ?? cache.get(key, { ttl_ms }, async () => readyBytes(await load())),
    make: (key, ttl_ms, make) =>
      cache.getReady(key) ??
      cache.get(key, { ttl_ms }, async () => {
        const { body, keep } = await make()
        // Callers already waiting get this answer; later ones read again.
        if (!keep) cache.invalidateKey(key)
        return isReady(body) ? body : readyJson(body)
      }),
    stats: cache.stats,
  }
}

/** The provider's own bytes, to be sent as they are. */
export function readyBytes(bytes: Buffer | null): Ready {
  if (bytes === null) throw new Refusal('not_found')
  return { bytes, content_type: CONTENT_TYPE }
}
