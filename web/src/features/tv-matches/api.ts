import { searchScreen } from '@foyer/contract/discover-screen/discover-screen'
import {
  getTvMatch,
  listTvMatchCandidates,
  listTvMatches,
  putTvMatch,
  type TvMatchChange,
  type TvMatchDetail,
} from '@foyer/contract/tv-matches/tv-matches'
import { listTvRepairs, repairTvMatch, type TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'

/** The show and the library; the default library if none is given. */
export interface ShowAt {
  tmdb_id: number
  instance_id?: string | undefined
}

const at = ({ instance_id }: ShowAt) => (instance_id === undefined ? {} : { instance_id })

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

/** Searches shows by name, to find one with a wrong match. */
export function showsQuery(query: string) {
  return queryOptions({
    queryKey: ['tv-matches', 'shows', query],
    queryFn: ({ signal }) => call(searchScreen, { query: { query } }, { signal }),
    select: ({ results }) => results.filter(row => row.media_type === 'tv'),
    enabled: query !== '',
  })
}

/** Sonarr's own search, which uses the internet: only on request. */
export function candidatesQuery(q: string, instance_id: string | undefined) {
  return queryOptions({
    queryKey: ['tv-matches', 'candidates', q, instance_id ?? ''],
    queryFn: ({ signal }) =>
      call(listTvMatchCandidates, { query: { q, ...(instance_id && { instance_id }) } }, { signal }),
    enabled: q !== '',
    staleTime: 60_000,
  })
}

export function repairsQuery(tmdb_id: number) {
  return queryOptions({
    queryKey: ['tv-repairs', tmdb_id],
    queryFn: ({ signal }) => call(listTvRepairs, { params: { tmdb_id: String(tmdb_id) } }, { signal }),
  })
}

type WithoutPlace<C> = C extends unknown ? Omit<C, 'instance_id'> : never

export function useChangeMatch(show: ShowAt) {
  const queries = useQueryClient()
  const { queryKey } = matchQuery(show)
  return useMutation({
    mutationFn: (change: WithoutPlace<TvMatchChange>) =>
      call(putTvMatch, { params: { tmdb_id: String(show.tmdb_id) }, body: { ...change, ...at(show) } }),
    onSuccess: detail => {
      queries.setQueryData(queryKey, detail)
      void queries.invalidateQueries({ queryKey: matchesQuery().queryKey })
      void queries.invalidateQueries({ queryKey: repairsQuery(show.tmdb_id).queryKey })
      void queries.invalidateQueries({ queryKey: ['title-status', 'tv', show.tmdb_id] })
    },
  })
}

/** R9: the current state sent with a conflict; undefined for any other failure. */
export function currentIn(error: unknown): TvMatchDetail | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale_revision') return undefined
  // By contract, this refusal contains the same detail as the GET route.
  return error.details['current'] as TvMatchDetail | undefined
}

export function useShowCurrent(show: ShowAt) {
  const queries = useQueryClient()
  return (detail: TvMatchDetail) => {
    queries.setQueryData(matchQuery(show).queryKey, detail)
    void queries.invalidateQueries({ queryKey: matchesQuery().queryKey })
    void queries.invalidateQueries({ queryKey: repairsQuery(show.tmdb_id).queryKey })
  }
}

export function useRepair(tmdb_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ request_id, revision }: TvRepair) =>
      call(repairTvMatch, { params: { id: String(request_id) }, body: { revision } }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: repairsQuery(tmdb_id).queryKey })
      void queries.invalidateQueries({ queryKey: ['requests'] })
      void queries.invalidateQueries({ queryKey: ['approvals'] })
    },
  })
}
