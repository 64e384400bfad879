import { z } from 'zod'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import type { CatalogCaller } from '#ports/music-catalog.ts'
import type { Question } from './music-answers.ts'

/** 1:4.3 rule 6. */
export const TTL_MS = {
  feed: HOUR_MS,
  genre: 6 * HOUR_MS,
  metadata: DAY_MS,
  artwork: DAY_MS,
  /** Short, because a cover may be uploaded soon. */
  no_artwork: HOUR_MS / 6,
} as const

/** 1/4.3: 2000 in total; lists and titles here, covers in music-artwork.ts. */
const MAX_ENTRIES = 1490
const MAX_BYTES = 24 * 1024 * 1024

export interface Remembered<S extends z.core.$ZodType> {
  /** Unique per query to a provider. */
  key: string
  ttl_ms: number
  shape: S
  /** `keep: false` serves the callers who wait now and is not cached. */
  load: (caller: CatalogCaller) => Promise<{ body: z.core.input<S>; keep: boolean }>
}

/**
 * Ready answers of the providers, the same for everybody, and what a library knows of artists, by library; they
 * contain no availability and no requests.
 */
export function createMusicCache(clock: Clock) {
  const cache = createCache({
    name: 'music-discovery',
    clock,
    max_bytes: MAX_BYTES,
    max_entries: MAX_ENTRIES,
  })

  async function fill<S extends z.core.$ZodType>(
    { key, shape, load }: Remembered<S>,
    caller: CatalogCaller,
  ): Promise<Ready> {
    const { body, keep } = await load(caller)
    if (!keep) cache.invalidateKey(key)
    return readyJson(z.parse(shape, body))
  }

  return {
    question<S extends z.core.$ZodType>(remembered: Remembered<S>): Question {
      const { key, ttl_ms } = remembered
      return {
        cached: () => cache.getReady(key),
        load: ({ lane, signal: leaving }) =>
          cache.get(key, { ttl_ms, ...(leaving && { signal: leaving }) }, signal =>
            fill(remembered, { lane, signal }),
          ),
      }
    },
    stats: cache.stats,
  }
}

export type MusicCache = ReturnType<typeof createMusicCache>
