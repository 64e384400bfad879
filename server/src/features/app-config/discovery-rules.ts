import {
  type DiscoverySettings,
  FEATURED_SOURCES,
  type putDiscoverySettings,
} from '@foyer/contract/app-config'
import {
  MANAGER_OF,
  MEDIA_TYPES,
  type MediaType,
  type ServiceType,
} from '@foyer/contract/instances/instance-types'
import type { RouteInput } from '@foyer/contract/route'
import type { SavedDiscovery } from './app-config-settings.ts'

export type DiscoveryChange = RouteInput<typeof putDiscoverySettings>['body']
export type FeaturedSource = DiscoverySettings['source']

/** Only named fields change. Null if the change names nothing, so that nothing is saved. */
export function applyDiscoveryChange(saved: SavedDiscovery, change: DiscoveryChange): SavedDiscovery | null {
  const hidden = Object.entries(change.hidden_when_unconfigured ?? {}).filter(
    ([, value]) => value !== undefined,
  )
  if (change.source === undefined && change.english_only === undefined && hidden.length === 0) return null
  return {
    source: change.source ?? saved.source,
    english_only: change.english_only ?? saved.english_only,
    hidden_when_unconfigured: { ...saved.hidden_when_unconfigured, ...Object.fromEntries(hidden) },
  }
}

/** 1/4.2: until an admin chooses a source, it is the list provider's row if such a provider is configured. */
export function effectiveSource(saved: SavedDiscovery, listProviderConfigured: boolean): FeaturedSource {
  return saved.source ?? (listProviderConfigured ? 'listsrc_trending' : 'tmdb_trending')
}

/**
 * A tab is hidden if the preference is true and there is no instance of the type, healthy or not (1:4.2). Order:
 * movie, tv, book, music.
 */
export function effectiveHiddenTypes(
  saved: SavedDiscovery,
  inventory: readonly { service_type: ServiceType }[],
): MediaType[] {
  const connected = new Set(inventory.map(instance => instance.service_type))
  return MEDIA_TYPES.filter(type => saved.hidden_when_unconfigured[type] && !connected.has(MANAGER_OF[type]))
}

export function presentDiscovery(saved: SavedDiscovery, listProviderConfigured: boolean): DiscoverySettings {
  return {
    source: effectiveSource(saved, listProviderConfigured),
    source_saved: saved.source !== null,
    // R15: nothing is filtered unless an admin chose to.
    english_only: saved.english_only ?? false,
    hidden_when_unconfigured: saved.hidden_when_unconfigured,
    sources: [...FEATURED_SOURCES],
    list_provider_configured: listProviderConfigured,
  }
}
