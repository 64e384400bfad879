import {
  getListeningApps,
  getVideoApps,
  type ListeningChoices,
  putListeningApps,
  putVideoApps,
  type VideoChoices,
} from '@foyer/contract/media-servers/app-preferences'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function videoAppsQuery() {
  return queryOptions({
    queryKey: ['app-preferences', 'video'],
    queryFn: ({ signal }) => call(getVideoApps, {}, { signal }),
  })
}

export function listeningAppsQuery() {
  return queryOptions({
    queryKey: ['app-preferences', 'listening'],
    queryFn: ({ signal }) => call(getListeningApps, {}, { signal }),
  })
}

/** The links of titles are resolved with these choices. */
function refreshLinks(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['media-servers'] })
}

export function useSaveVideoApps() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: VideoChoices) => call(putVideoApps, { body }),
    onSuccess: saved => {
      queries.setQueryData(videoAppsQuery().queryKey, saved)
      refreshLinks(queries)
    },
  })
}

export function useSaveListeningApps() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ListeningChoices) => call(putListeningApps, { body }),
    onSuccess: saved => {
      queries.setQueryData(listeningAppsQuery().queryKey, saved)
      refreshLinks(queries)
    },
  })
}
