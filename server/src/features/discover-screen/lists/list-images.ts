import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { rasterType } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ListImages } from '#ports/list-provider.ts'
import { TTL_MS } from '../cache/screen-cache.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'

/** The provider requires its pictures to be cached; this is room for a few hundred posters. */
const MAX_BYTES = 32 * 1024 * 1024

/** Relays the list provider's pictures. The contract's patterns restrict host and path. */
export function createListImageRelay({ images, clock }: { images: ListImages; clock: Clock }) {
  const cache = createCache({ name: 'list-images', clock, max_bytes: MAX_BYTES })
  return {
    image(host: string, path: string): MaybeAsync<Ready> {
      const key = `${host}/${path}`
      return (
        cache.getReady(key) ??
        cache.get(key, { ttl_ms: TTL_MS.image }, async () => {
          const bytes = await images.read(host, path)
          if (bytes === null) throw new Refusal('not_found')
          const content_type = rasterType(bytes)
          // The type is detected from the bytes and never taken from the provider, so that the relay cannot serve
          // a page or a script.
          if (content_type === null) throw new Refusal('upstream_failed')
          return { bytes, content_type }
        })
      )
    },
  }
}

export type ListImageRelay = ReturnType<typeof createListImageRelay>
