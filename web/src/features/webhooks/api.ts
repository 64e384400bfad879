import { getInstanceWebhook, postInstanceWebhook } from '@foyer/contract/library-webhooks'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => call(getInstanceWebhook, { params: { id } }, { signal }),
    retry: false,
  })
}

export function useInstallWebhook(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postInstanceWebhook, { params: { id } }),
    onSuccess: webhook => {
      queries.setQueryData(webhookQuery(id).queryKey, webhook)
      void queries.invalidateQueries({ queryKey: ['setup-checklist'] })
      void queries.invalidateQueries({ queryKey: ['instances'] })
    },
  })
}
