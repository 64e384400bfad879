import { putTvMatch, type TvMatchChange, type TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import { repairTvMatch, type TvRepair } from '@foyer/contract/tv-matches/tv-repairs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { at, matchesQuery, matchQuery, repairsQuery, type ShowAt } from './api.ts'

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
