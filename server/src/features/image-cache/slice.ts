import { join } from 'node:path'
import type { Platform } from '#platform/platform.ts'
import { createTmdbImages } from '#upstreams/tmdb/tmdb-images.ts'
import { imageCacheRoutes } from './image-cache-routes.ts'
import { createImageCache } from './image-cache-service.ts'
import { createImageFolder } from './image-folder.ts'

/** Posters cached on this server. */
export function createImageCacheSlice(platform: Platform) {
  const { config, folder, clock, outbound } = platform
  const { image_url } = config.tmdb
  const cache = createImageCache({
    ...platform,
    folder: createImageFolder({ path: join(folder.path, 'image-cache'), clock }),
    images: createTmdbImages({ external: outbound.external, images_url: image_url }),
    provider_url: image_url,
  })
  return { api: cache, routes: imageCacheRoutes(cache) }
}
