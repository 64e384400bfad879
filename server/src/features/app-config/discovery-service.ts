import type { DiscoverySettings } from '@foyer/contract/app-config'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Database, Db } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { Settings } from '#settings/settings.ts'
import { discovery } from './app-config-settings.ts'
import {
  applyDiscoveryChange,
  type DiscoveryChange,
  effectiveSource,
  type FeaturedSource,
  effectiveHiddenTypes,
  presentDiscovery,
} from './discovery-rules.ts'
import type { InstanceInventory } from './instance-inventory.ts'
import { orUnavailable } from './unreadable.ts'

export interface DiscoveryParts {
  database: Database
  settings: Settings
  events: Events
  keys: Pick<ProviderKeys, 'configured'>
  inventory: Pick<InstanceInventory, 'list'>
}

export function createDiscoverySettings({ database, settings, events, keys, inventory }: DiscoveryParts) {
  const isListProviderConfigured = async (db: Db) => (await keys.configured(db)).lists

  async function present(db: Db): Promise<DiscoverySettings> {
    const [saved, configured] = await Promise.all([
      settings.read(db, discovery),
      isListProviderConfigured(db),
    ])
    return presentDiscovery(saved, configured)
  }

  async function save(change: DiscoveryChange): Promise<void> {
    await settings.lock(async tx => {
      const next = applyDiscoveryChange(await settings.read(tx, discovery), change)
      if (!next) return
      await settings.update(tx, discovery, next)
      await events.publish(tx, { type: 'config_changed', data: {} }, { to: 'everyone' })
    })
  }

  return {
    /** The types that are currently hidden from everybody, in the order movie, tv, book, music (R1). */
    hiddenTypes: (db: Db): Promise<MediaType[]> =>
      orUnavailable(
        Promise.all([settings.read(db, discovery), inventory.list(db)]).then(([saved, all]) =>
          effectiveHiddenTypes(saved, all),
        ),
      ),

    /** Preferences of the discovery pages; `source` is the effective one. */
    discoveryPreferences: (db: Db): Promise<{ source: FeaturedSource; english_only: boolean }> =>
      orUnavailable(
        Promise.all([settings.read(db, discovery), isListProviderConfigured(db)]).then(
          ([saved, configured]) => ({
            source: effectiveSource(saved, configured),
            english_only: saved.english_only ?? false,
          }),
        ),
      ),

    present: () => orUnavailable(present(database.read)),

    async save(change: DiscoveryChange): Promise<DiscoverySettings> {
      await orUnavailable(save(change))
      return orUnavailable(present(database.read))
    },
  }
}

export type DiscoverySettingsService = ReturnType<typeof createDiscoverySettings>
