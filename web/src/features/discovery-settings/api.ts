import {
  type DiscoverySettings,
  getDiscoverySettings,
  putDiscoverySettings,
} from '@foyer/contract/app-config'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export function discoverySettingsQuery() {
  return queryOptions({
    queryKey: ['discovery-settings'],
    queryFn: ({ signal }) => call(getDiscoverySettings, {}, { signal }),
  })
}

export interface DiscoveryChange {
  source?: DiscoverySettings['source']
  english_only?: boolean
  hidden_when_unconfigured?: Partial<DiscoverySettings['hidden_when_unconfigured']>
}

export function useChangeDiscovery() {
  const queries = useQueryClient()
  const { queryKey } = discoverySettingsQuery()
  return useMutation({
    mutationKey: queryKey,
    mutationFn: (body: DiscoveryChange) => call(putDiscoverySettings, { body }),
    // A switch moves under the finger; turning it back is the undo.
    onMutate: async change => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, settings => settings && applied(settings, change))
      return { before }
    },
    onError: (_error, _change, context) => queries.setQueryData(queryKey, context?.before),
    onSuccess: settings => {
      // An answer to an earlier switch knows nothing of one that was moved since.
      if (queries.isMutating({ mutationKey: queryKey }) === 1) queries.setQueryData(queryKey, settings)
      for (const key of ['app-config', 'setup-checklist']) void queries.invalidateQueries({ queryKey: [key] })
    },
  })
}

function applied(settings: DiscoverySettings, change: DiscoveryChange): DiscoverySettings {
  return {
    ...settings,
    ...change,
    source_saved: settings.source_saved || change.source !== undefined,
    hidden_when_unconfigured: { ...settings.hidden_when_unconfigured, ...change.hidden_when_unconfigured },
  }
}
