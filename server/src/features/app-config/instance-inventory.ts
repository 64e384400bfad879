import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Db } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'

export interface InventoryItem {
  id: string
  service_type: ServiceType
  name: string
  /** At least one of its path mappings lies under a configured media root. */
  media_downloads: boolean
}

/** The part of the inventory that one caller can see (0.6). */
export interface CallerInventory {
  /** In display order. */
  visible: readonly InventoryItem[]
  /** The effective default of each type. */
  default_ids: ReadonlySet<string>
  /** Explicit grants and pins. An admin may have none. */
  granted_ids: ReadonlySet<string>
}

/**
 * The instance data that the configuration needs. Throws if instances cannot be read; an empty list means there
 * are none.
 */
export interface InstanceInventory {
  /** Every configured instance, whether or not the caller may see it. */
  list(db: Db): Promise<readonly InventoryItem[]>
  visibleTo(db: Db, caller: Caller): Promise<CallerInventory>
  /** The library managers that accepted our webhook. */
  acceptedWebhooks(db: Db): Promise<ReadonlySet<string>>
}
