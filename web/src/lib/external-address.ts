import { getExternalAddress, putExternalAddress } from '@foyer/contract/connect-links'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from './api.ts'

export function externalAddressQuery() {
  return queryOptions({
    queryKey: ['external-address'],
    queryFn: ({ signal }) => call(getExternalAddress, {}, { signal }),
  })
}

/** Webhook addresses depend on it, so their state is refetched. */
export function useSaveExternalAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (external_url: string) => call(putExternalAddress, { body: { external_url } }),
    onSuccess: saved => {
      queries.setQueryData(externalAddressQuery().queryKey, saved)
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
}
