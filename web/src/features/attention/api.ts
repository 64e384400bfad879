import { getAttention } from '@foyer/contract/attention'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** No event reports that a service went down or came back, so this polls; it is cheap for the server. */
const AGAIN_MS = 60_000

export function attentionQuery() {
  return queryOptions({
    queryKey: ['attention'],
    queryFn: ({ signal }) => call(getAttention, {}, { signal }),
    refetchInterval: AGAIN_MS,
  })
}
