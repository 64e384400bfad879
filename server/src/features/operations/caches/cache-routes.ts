import * as routes from '@foyer/contract/operations/caches'
import { type Binding, bind } from '#http/bind.ts'
import type { CacheOperations } from './cache-service.ts'

export function cacheRoutes(caches: CacheOperations): Binding[] {
  return [
    bind(routes.listCaches).to(() => ({ caches: caches.list() })),
    bind(routes.clearCache).to(async ({ params }) => {
      await caches.clearOne(params.name)
      return { status: 'cleared' }
    }),
    bind(routes.clearAllCaches).to(async () => {
      await caches.clearAll()
      return { status: 'cleared' }
    }),
  ]
}
