import { getHiddenTitles, hideTitle, showTitle } from '@foyer/contract/hidden-titles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export interface ScreenTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

const paramsOf = ({ media_type, tmdb_id }: ScreenTitle) => ({ media_type, tmdb_id: String(tmdb_id) })

export function hiddenTitlesQuery() {
  return queryOptions({
    queryKey: ['hidden-titles'],
    queryFn: ({ signal }) => call(getHiddenTitles, {}, { signal }),
    select: ({ titles }) => titles,
  })
}

export function isSameTitle(one: ScreenTitle, other: ScreenTitle): boolean {
  return one.media_type === other.media_type && one.tmdb_id === other.tmdb_id
}

/** Pages that were shown with the title, or without it, are read again. */
const STALE = new Set<unknown>(['hidden-titles', 'discover-screen', 'search', 'watchlist', 'releases'])

/** Hides a title from everybody, or shows it again. */
export function useHiding() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ title, hidden }: { title: ScreenTitle; hidden: boolean }): Promise<void> => {
      await call(hidden ? hideTitle : showTitle, { params: paramsOf(title) })
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => STALE.has(queryKey[0]) }),
  })
}
