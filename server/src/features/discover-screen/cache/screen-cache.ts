import { type Cache, createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

const MINUTE_MS = 60_000

/** 1/4.5: how old an answer may be, server-wide and unfiltered. */
export const TTL_MS = {
  trending: 5 * MINUTE_MS,
  featured: 5 * MINUTE_MS,
  list: 10 * MINUTE_MS,
  search: 10 * MINUTE_MS,
  detail: 60 * MINUTE_MS,
  related: 30 * MINUTE_MS,
  reference: 24 * 60 * MINUTE_MS,
  list_provider: 10 * MINUTE_MS,
  image: 24 * 60 * MINUTE_MS,
} as const

/** Some two thousand pages and details; a household's evening is a fraction of that. */
const MAX_BYTES = 64 * 1024 * 1024
const CONTENT_TYPE = 'application/json; charset=utf-8'

export interface Question {
  /** One name per upstream question. */
  key: string
  ttl_ms: number
  /** Null: the provider has no such thing. */
  ask: () => Promise<Buffer | null>
}

export interface ScreenCache {
  /** The provider's own bytes, at once when they are held. Absence is `not_found` and, like any error, not kept. */
  read(question: Question): MaybeAsync<Ready>
  /** For answers that are put together from several; `keep: false` shares them among those who wait. */
  make(key: string, ttl_ms: number, make: () => Promise<{ body: unknown; keep: boolean }>): MaybeAsync<Ready>
  stats: Cache['stats']
}

export function createScreenCache(clock: Clock): ScreenCache {
  const cache = createCache({ clock, max_bytes: MAX_BYTES })
  return {
    read: ({ key, ttl_ms, ask }) =>
      cache.getReady(key) ??
      cache.get(key, { ttl_ms }, async () => {
        const bytes = await ask()
        if (bytes === null) throw new Refusal('not_found')
        return { bytes, content_type: CONTENT_TYPE }
      }),
    make: (key, ttl_ms, make) =>
      cache.getReady(key) ??
      cache.get(key, { ttl_ms }, async () => {
        const { body, keep } = await make()
        // Those who wait get this one; whoever comes later asks again.
        if (!keep) cache.invalidateKey(key)
        return readyJson(body)
      }),
    stats: cache.stats,
  }
}
