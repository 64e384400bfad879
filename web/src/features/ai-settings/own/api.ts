import {
  type AiSettings,
  deleteAiCredential,
  deleteAiSettings,
  getAiSettings,
  putAiSettings,
} from '@foyer/contract/assistant/ai-settings'
import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function aiSettingsQuery() {
  return queryOptions({
    queryKey: ['ai-settings', 'own'],
    queryFn: ({ signal }) => call(getAiSettings, {}, { signal }),
  })
}

/** Whether somebody can chat is part of the server's configuration, as they see it (1/4.2). */
function keep(queries: QueryClient, settings: AiSettings) {
  queries.setQueryData(aiSettingsQuery().queryKey, settings)
  void queries.invalidateQueries({ queryKey: ['app-config'] })
  void queries.invalidateQueries({ queryKey: ['chat'] })
}

export interface OwnChange {
  provider: AiProvider
  model: string
  api_key?: string
}

export function useSaveOwnAi() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OwnChange) => call(putAiSettings, { body }),
    onSuccess: settings => keep(queries, settings),
  })
}

export function useStopOwnAi() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteAiSettings, {}),
    onSuccess: settings => keep(queries, settings),
  })
}

export function useDeleteOwnKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (provider: AiProvider) => call(deleteAiCredential, { params: { provider } }),
    onSuccess: settings => keep(queries, settings),
  })
}
