import { deleteImageCache, getImageCache, type ImageCache, putImageCache } from '@foyer/contract/image-cache'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { underChanges, useOptimisticChange } from '#lib/optimistic-change.ts'

export interface ImageCacheChange {
  enabled?: boolean
  max_megabytes?: number
}

/** Clearing changes nothing that a page could tell before the answer. */
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

/** Where pictures come from is part of the configuration that every page reads. */
export function useChangeImageCache() {
  return useOptimisticChange({
    ...CHANGED,
    save: (body: ImageCacheChange) => call(putImageCache, { body }),
    stales: ['app-config'],
  })
}

/** In one line with the changes: its answer, too, must not move a switch back. */
export function useClearImageCache() {
  return useOptimisticChange<ImageCache, void>({
    ...CHANGED,
    save: () => call(deleteImageCache, {}),
    stales: [],
  })
}
