import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { readyPicture } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import type { BookCovers } from '#ports/book-list-provider.ts'

const KEPT_MS = DAY_MS
/** A few hundred covers. */
const MAX_BYTES = 32 * 1024 * 1024

/** Relays the provider's covers. The server fixes the host, and the contract's pattern limits the path. */
export function createCoverRelay({ covers, clock }: { covers: BookCovers; clock: Clock }) {
  const cache = createCache({ name: 'book-covers', clock, max_bytes: MAX_BYTES })
  return {
    cover(path: string): Ready | Promise<Ready> {
      return (
        cache.getReady(path) ??
        cache.get(path, { ttl_ms: KEPT_MS }, async signal => readyPicture(await covers.read(path, signal)))
      )
    },
  }
}

export type CoverRelay = ReturnType<typeof createCoverRelay>
