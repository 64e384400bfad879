import type { ServiceType } from '@foyer/contract/instance-types'
import type { Db } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'

export interface InventoryItem {
  id: string
  service_type: ServiceType
  name: string
  /** A mapping of it lies under a configured root. */
  media_downloads: boolean
}

/** What one caller sees of the inventory (0.6). */
export interface CallerInventory {
  /** In order. */
  visible: readonly InventoryItem[]
  /** The effective default of each type. */
  default_ids: ReadonlySet<string>
  /** Explicit grants and pins, which admins may lack too. */
  granted_ids: ReadonlySet<string>
}

/** What the configuration needs to know of instances. Failing to read them throws; no instance is an empty list. */
export interface InstanceInventory {
  /** Every configured instance, whoever may see it. */
  list(db: Db): Promise<readonly InventoryItem[]>
  visibleTo(db: Db, caller: Caller): Promise<CallerInventory>
  /** The library managers that accepted our webhook. */
  acceptedWebhooks(db: Db): Promise<ReadonlySet<string>>
}
