import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { rasterType } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BookCovers } from '#ports/book-list-provider.ts'

const KEPT_MS = 24 * 3_600_000
/** A few hundred covers. */
const MAX_BYTES = 32 * 1024 * 1024

/** The relay of the provider's covers. Where from is fixed by the server, what by the contract's pattern. */
export function createCoverRelay({ covers, clock }: { covers: BookCovers; clock: Clock }) {
  const cache = createCache({ clock, max_bytes: MAX_BYTES })
  return {
    cover(path: string): Ready | Promise<Ready> {
      return (
        cache.getReady(path) ??
        cache.get(path, { ttl_ms: KEPT_MS }, async signal => {
          const bytes = await covers.read(path, signal)
          if (bytes === null) throw new Refusal('not_found')
          const content_type = rasterType(bytes)
          // Never what the other end calls it: a page or a script must not come out of a relay.
          if (content_type === null) throw new Refusal('upstream_failed')
          return { bytes, content_type }
        })
      )
    },
  }
}

export type CoverRelay = ReturnType<typeof createCoverRelay>
