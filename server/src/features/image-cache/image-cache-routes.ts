import * as routes from '@foyer/contract/image-cache'
import { type Binding, bind } from '#http/bind.ts'
import type { ImageCache } from './image-cache-service.ts'

export function imageCacheRoutes(cache: ImageCache): Binding[] {
  return [
    bind(routes.getImageCache).to(() => cache.present()),
    bind(routes.putImageCache).to(({ body }) => cache.save(body)),
    bind(routes.deleteImageCache).to(() => cache.clear()),
    bind(routes.getImage).to(({ params }) => cache.image(params.size, params.file)),
  ]
}
