import { acceptedWebhooks, type InstanceInventory } from '#features/app-config/index.ts'
import { type Inventory, type InstanceRecord, offersDownloads } from '#features/instances/index.ts'

/** The inventory in the words of the configuration. */
export function describeInventory(inventory: Inventory): InstanceInventory {
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
        // What an admin would see without being one.
        inventory.visibleTo(db, { ...caller, role: 'user' }),
      ])
      return {
        visible: visible.map(item),
        default_ids: new Set(Object.values(defaults).map(record => record.id)),
        granted_ids: new Set(granted.map(record => record.id)),
      }
    },
    acceptedWebhooks,
  }
}
