import { deleteImageCache, getImageCache, putImageCache } from '@foyer/contract/image-cache'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

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
  const queries = useQueryClient()
  const { queryKey } = imageCacheQuery()
  return useMutation({
    mutationFn: (body: ImageCacheChange) => call(putImageCache, { body }),
    // A switch moves under the finger; turning it back is the undo.
    onMutate: async change => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, cache => cache && { ...cache, ...change })
      return { before }
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSuccess: cache => {
      queries.setQueryData(queryKey, cache)
      void queries.invalidateQueries({ queryKey: ['app-config'] })
    },
  })
}

export function useClearImageCache() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteImageCache, {}),
    onSuccess: cache => queries.setQueryData(imageCacheQuery().queryKey, cache),
  })
}
