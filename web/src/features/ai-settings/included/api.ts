import {
  type AiKey,
  type Credentials,
  deleteCredential,
  getCredentials,
  putCredentials,
  type SharedAiChange,
} from '@foyer/contract/credentials'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function includedAiQuery() {
  return queryOptions({
    queryKey: ['ai-settings', 'included'],
    queryFn: ({ signal }) => call(getCredentials, {}, { signal }),
  })
}

/** What else shows whether an AI is included, and for whom. */
const DEPENDENT = [
  ['ai-settings', 'own'],
  ['provider-keys'],
  ['app-config'],
  ['setup-checklist'],
  ['attention'],
  ['chat'],
] as const

function refresh(queries: QueryClient) {
  for (const queryKey of DEPENDENT) void queries.invalidateQueries({ queryKey })
}

function keep(queries: QueryClient, credentials: Credentials) {
  queries.setQueryData(includedAiQuery().queryKey, credentials)
  refresh(queries)
}

/** Everything in one call: all of it is tried, then saved, or nothing is (2:4.7.1). */
export function useSaveIncludedAi() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SharedAiChange) => call(putCredentials, { body }),
    onSuccess: credentials => keep(queries, credentials),
  })
}

export function useDeleteIncludedKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (key: AiKey) => call(deleteCredential, { params: { key } }),
    onSuccess: () => {
      refresh(queries)
      return queries.invalidateQueries({ queryKey: includedAiQuery().queryKey })
    },
  })
}
