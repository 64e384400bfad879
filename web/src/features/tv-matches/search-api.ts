import { searchScreen } from '@foyer/contract/discover-screen/discover-screen'
import { listTvMatchCandidates } from '@foyer/contract/tv-matches/tv-matches'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

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
