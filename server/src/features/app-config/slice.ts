import type { AiAccounts } from '#features/ai-accounts/index.ts'
import { offersDownloads, type InstanceRecord, type Inventory } from '#features/instances/index.ts'
import { acceptedWebhooks } from '#features/library-webhooks/index.ts'
import type { ImageCache } from '#features/image-cache/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { Platform } from '#platform/platform.ts'
import { appConfigRoutes } from './app-config-routes.ts'
import { createConfigs } from './config-service.ts'
import { createDiscoverySettings } from './discovery-service.ts'
import type { InstanceInventory } from './instance-inventory.ts'
import { createSetupChecklist } from './setup-service.ts'

interface Needs {
  inventory: Inventory
  keys: ProviderKeys
  images: Pick<ImageCache, 'baseUrl'>
  ai: AiAccounts
}

/** Configuration for clients, the admins' discovery preferences, and the setup checklist. */
export function createAppConfigSlice(platform: Platform, { keys, images, ai, ...needs }: Needs) {
  const { config } = platform
  const parts = { ...platform, keys, ai, inventory: describeInventory(needs.inventory) }
  const discovery = createDiscoverySettings(parts)
  return {
    api: { discovery },
    routes: appConfigRoutes({
      configs: createConfigs({
        ...parts,
        server: { server_name: config.server_name, version: config.version },
        hasSetTopBoxes: platform.hooks.setTopBoxesOffered.find,
        imageBaseUrl: images.baseUrl,
      }),
      discovery,
      setup: createSetupChecklist({ ...parts, push_gateway_url: config.push.gateway_url }),
    }),
  }
}

/** The instance inventory in the shape that the configuration uses. */
function describeInventory(inventory: Inventory): InstanceInventory {
  const item = (record: InstanceRecord) => ({
    id: record.id,
    service_type: record.service_type,
    name: record.name,
    media_downloads: offersDownloads(record, inventory.media_roots),
  })
  return {
    list: async db => (await inventory.list(db)).map(item),
    async visibleTo(db, caller) {
      const [visible, defaults, granted] = await Promise.all([
        inventory.visibleTo(db, caller),
        inventory.effectiveDefaults(db, caller),
        // Admins see everything. Their grants are the instances they would see as a plain user.
        caller.role === 'admin' ? inventory.visibleTo(db, { ...caller, role: 'user' }) : null,
      ])
      return {
        visible: visible.map(item),
        default_ids: new Set(Object.values(defaults).map(record => record.id)),
        granted_ids: new Set((granted ?? visible).map(record => record.id)),
      }
    },
    acceptedWebhooks,
  }
}
