import { getTvMatch, listTvMatches } from '@foyer/contract/tv-matches/tv-matches'
import { listTvRepairs } from '@foyer/contract/tv-matches/tv-repairs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The show and the library; the default library if none is given. */
export interface ShowAt {
  tmdb_id: number
  instance_id?: string | undefined
}

/** The library as a part of a call. */
export const at = ({ instance_id }: ShowAt) => (instance_id === undefined ? {} : { instance_id })

export function matchesQuery() {
  return queryOptions({
    queryKey: ['tv-matches', 'list'],
    queryFn: ({ signal }) => call(listTvMatches, {}, { signal }),
  })
}

export function matchQuery(show: ShowAt) {
  return queryOptions({
    queryKey: ['tv-matches', 'detail', show.tmdb_id, show.instance_id ?? ''],
    queryFn: ({ signal }) =>
      call(getTvMatch, { params: { tmdb_id: String(show.tmdb_id) }, query: at(show) }, { signal }),
  })
}

export function repairsQuery(tmdb_id: number) {
  return queryOptions({
    queryKey: ['tv-repairs', tmdb_id],
    queryFn: ({ signal }) => call(listTvRepairs, { params: { tmdb_id: String(tmdb_id) } }, { signal }),
  })
}
