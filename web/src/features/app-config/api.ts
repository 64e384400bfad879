import { getConfig } from '@foyer/contract/app-config'
import { getHealthReady } from '@foyer/contract/service'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { type Health, healthOf } from './health.ts'

export function configQuery() {
  return queryOptions({
    queryKey: ['app-config', 'config'],
    queryFn: ({ signal }) => call(getConfig, {}, { signal }),
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
