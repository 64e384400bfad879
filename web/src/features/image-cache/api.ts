import { deleteImageCache, getImageCache, type ImageCache, putImageCache } from '@foyer/contract/image-cache'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { underChanges, useOptimisticChange } from '#lib/optimistic-change.ts'

export interface ImageCacheChange {
  enabled?: boolean
  max_megabytes?: number
}

/** The result of clearing cannot be predicted, so it is not optimistic. */
const CHANGED = {
  queryKey: ['image-cache'],
  applied: (cache: ImageCache, change: ImageCacheChange | void) => ({ ...cache, ...change }),
}

export function imageCacheQuery() {
  return queryOptions({
    queryKey: CHANGED.queryKey,
    queryFn: async ({ signal, client }) =>
      underChanges(client, CHANGED, await call(getImageCache, {}, { signal })),
  })
}

/** The image address is part of the configuration that every page loads. */
export function useChangeImageCache() {
  return useOptimisticChange({
    ...CHANGED,
    save: (body: ImageCacheChange) => call(putImageCache, { body }),
    stales: ['app-config'],
  })
}

/** Queued with the changes, so that its answer does not move a switch back. */
export function useClearImageCache() {
  return useOptimisticChange<ImageCache, void>({
    ...CHANGED,
    save: () => call(deleteImageCache, {}),
    stales: [],
  })
}
