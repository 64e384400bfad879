import {
  type MetadataKey,
  deleteCredential,
  getCredentials,
  putCredentials,
} from '@foyer/contract/credentials'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function credentialsQuery() {
  return queryOptions({
    queryKey: ['provider-keys'],
    queryFn: ({ signal }) => call(getCredentials, {}, { signal }),
  })
}

/** Discovery depends on the keys (1/4.2). */
function refresh(queries: QueryClient) {
  for (const key of ['provider-keys', 'app-config', 'discovery-settings', 'setup-checklist']) {
    void queries.invalidateQueries({ queryKey: [key] })
  }
}

export function useSaveKey(key: MetadataKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: string) => call(putCredentials, { body: { [key]: value } }),
    onSuccess: credentials => {
      queries.setQueryData(credentialsQuery().queryKey, credentials)
      refresh(queries)
    },
  })
}

export function useForgetKey(key: MetadataKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteCredential, { params: { key } }),
    onSuccess: () => refresh(queries),
  })
}
