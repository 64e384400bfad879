import { getConfig } from '@foyer/contract/app-config'
import { getExternalAddress, putExternalAddress } from '@foyer/contract/connect-links'
import { getHealthReady } from '@foyer/contract/service'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { type Health, healthOf } from './health.ts'

export function configQuery() {
  return queryOptions({
    queryKey: ['app-config', 'config'],
    queryFn: ({ signal }) => call(getConfig, {}, { signal }),
  })
}

export function externalAddressQuery() {
  return queryOptions({
    queryKey: ['app-config', 'external-address'],
    queryFn: ({ signal }) => call(getExternalAddress, {}, { signal }),
  })
}

/** Webhook addresses depend on it, so their state is refetched. */
export function useSaveExternalAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (external_url: string) => call(putExternalAddress, { body: { external_url } }),
    onSuccess: answer => {
      queries.setQueryData(externalAddressQuery().queryKey, answer)
      void queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
}

/** 503 is a valid answer here: it names the failing checks. */
export function healthQuery() {
  return queryOptions({
    queryKey: ['app-config', 'health'],
    queryFn: async ({ signal }): Promise<Health> => {
      try {
        return healthOf(await call(getHealthReady, {}, { signal }))
      } catch (error) {
        if (error instanceof ApiError && 'checks' in error.details) return healthOf(error.details)
        throw error
      }
    },
    staleTime: 0,
  })
}
