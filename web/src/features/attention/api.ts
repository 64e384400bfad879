import { getAttention } from '@foyer/contract/attention'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Nothing tells a page that a service went away or came back; asking costs the server next to nothing. */
const AGAIN_MS = 60_000

export function attentionQuery() {
  return queryOptions({
    queryKey: ['attention'],
    queryFn: ({ signal }) => call(getAttention, {}, { signal }),
    refetchInterval: AGAIN_MS,
  })
}
