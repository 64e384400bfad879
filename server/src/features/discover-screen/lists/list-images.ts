import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { readyPicture } from '#kit/raster-image.ts'
import type { Ready } from '#kit/ready.ts'
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
        cache.get(key, { ttl_ms: TTL_MS.image }, async () => readyPicture(await images.read(host, path)))
      )
    },
  }
}

export type ListImageRelay = ReturnType<typeof createListImageRelay>
