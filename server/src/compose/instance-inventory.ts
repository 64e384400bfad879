import type { InstanceInventory } from '#features/app-config/index.ts'
import { type Inventory, type InstanceRecord, offersDownloads } from '#features/instances/index.ts'
import { acceptedWebhooks } from '#features/library-webhooks/index.ts'

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
        // An admin sees everything; what they were granted is what they would see without being one.
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
