import { getLatestOnServers } from '@foyer/contract/media-servers/latest'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const FRESH_MS = 60_000

/** What was added lately to the media servers on which the reader has an account. */
export function latestOnServersQuery() {
  return queryOptions({
    queryKey: ['latest-on-servers'],
    queryFn: ({ signal }) => call(getLatestOnServers, {}, { signal }),
    staleTime: FRESH_MS,
  })
}
