import { listRequestHistory } from '@foyer/contract/requests/admin-requests'
import { getTitleTools, previewTitleRemoval, removeTitle, searchTitleNow } from '@foyer/contract/title-tools'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  name: string
}

const paramsOf = ({ media_type, tmdb_id }: ScreenTitle) => ({ media_type, tmdb_id: String(tmdb_id) })
const keyOf = ({ media_type, tmdb_id }: ScreenTitle) => ['title-tools', media_type, tmdb_id] as const

/** Every library manager is asked, so it is read only while somebody looks. */
export function toolsQuery(title: ScreenTitle) {
  return queryOptions({
    queryKey: [...keyOf(title), 'libraries'],
    queryFn: ({ signal }) => call(getTitleTools, { params: paramsOf(title) }, { signal }),
  })
}

/** More than anybody has asked for one title. */
const REQUESTS = 100

/** Everybody's requests for a title, newest first. */
export function titleRequestsQuery({ media_type, tmdb_id }: ScreenTitle) {
  const query = { media_type, tmdb_id: String(tmdb_id), limit: REQUESTS }
  return queryOptions({
    queryKey: ['requests', 'of-title', media_type, tmdb_id],
    queryFn: ({ signal }) => call(listRequestHistory, { query }, { signal }),
    select: ({ requests }) => requests,
  })
}

export function useSearchNow(title: ScreenTitle) {
  return useMutation({
    mutationFn: (instance_id: string) =>
      call(searchTitleNow, { params: paramsOf(title), body: { instance_id } }),
  })
}

/** What would be deleted right now: never from a cache. */
export function removalQuery(title: ScreenTitle, instance_id: string) {
  return queryOptions({
    queryKey: [...keyOf(title), 'removal', instance_id],
    queryFn: ({ signal }) =>
      call(previewTitleRemoval, { params: paramsOf(title), body: { instance_id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export interface Removal {
  instance_id: string
  confirmation: string
  delete_files: boolean
}

export function useRemoveTitle(title: ScreenTitle) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Removal) => call(removeTitle, { params: paramsOf(title), body }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [...keyOf(title), 'libraries'] }),
        queries.invalidateQueries({ queryKey: ['title-status', title.media_type, title.tmdb_id] }),
      ]),
  })
}
