import { deleteImageCache, getImageCache, type ImageCache, putImageCache } from '@foyer/contract/image-cache'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useOptimisticChange } from '#lib/optimistic-change.ts'

export function imageCacheQuery() {
  return queryOptions({
    queryKey: ['image-cache'],
    queryFn: ({ signal }) => call(getImageCache, {}, { signal }),
  })
}

export interface ImageCacheChange {
  enabled?: boolean
  max_megabytes?: number
}

/** Where pictures come from is part of the configuration that every page reads. */
export function useChangeImageCache() {
  return useOptimisticChange({
    queryKey: imageCacheQuery().queryKey,
    save: (body: ImageCacheChange) => call(putImageCache, { body }),
    applied: (cache, change) => ({ ...cache, ...change }),
    stales: ['app-config'],
  })
}

/** In one line with the changes: its answer, too, must not move a switch back. */
export function useClearImageCache() {
  return useOptimisticChange<ImageCache, void>({
    queryKey: imageCacheQuery().queryKey,
    save: () => call(deleteImageCache, {}),
    applied: cache => cache,
    stales: [],
  })
}
