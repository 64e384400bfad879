import {
  type DiscoverySettings,
  getDiscoverySettings,
  putDiscoverySettings,
} from '@foyer/contract/app-config'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { underChanges, useOptimisticChange } from '#lib/optimistic-change.ts'

const CHANGED = { queryKey: ['discovery-settings'], applied }

export function discoverySettingsQuery() {
  return queryOptions({
    queryKey: CHANGED.queryKey,
    queryFn: async ({ signal, client }) =>
      underChanges(client, CHANGED, await call(getDiscoverySettings, {}, { signal })),
  })
}

export interface DiscoveryChange {
  source?: DiscoverySettings['source']
  english_only?: boolean
  hidden_when_unconfigured?: Partial<DiscoverySettings['hidden_when_unconfigured']>
}

export function useChangeDiscovery() {
  return useOptimisticChange({
    ...CHANGED,
    save: (body: DiscoveryChange) => call(putDiscoverySettings, { body }),
    stales: ['app-config', 'setup-checklist'],
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
