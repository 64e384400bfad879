import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { rasterType } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ListImages } from '#ports/list-provider.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/** The provider asks those who show its pictures to keep them; this is a few hundred posters. */
const MAX_BYTES = 32 * 1024 * 1024

/** The relay of the list provider's pictures. Where from is fixed by the contract's patterns. */
export function createListImageRelay({ images, clock }: { images: ListImages; clock: Clock }) {
  const cache = createCache({ clock, max_bytes: MAX_BYTES })
  return {
    image(host: string, path: string): MaybeAsync<Ready> {
      const key = `${host}/${path}`
      return (
        cache.getReady(key) ??
        cache.get(key, { ttl_ms: TTL_MS.image }, async () => {
          const bytes = await images.read(host, path)
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

export type ListImageRelay = ReturnType<typeof createListImageRelay>
