import { MANAGER_OF, type MediaType } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Actor } from './action-context.ts'

export interface InstanceChoiceParts {
  database: Database
  inventory: Inventory
}

/** Which library managers an action is about (0.6). */
export function createInstanceChoice({ database, inventory }: InstanceChoiceParts) {
  return {
    /** The named one, otherwise all of this type, the default first. Refuses when there is none. */
    async all(actor: Actor, media_type: MediaType, instance_id?: string): Promise<InstanceRecord[]> {
      const first = await inventory.resolve(database.read, actor, MANAGER_OF[media_type], instance_id)
      if (instance_id !== undefined) return [first]
      const visible = await inventory.visibleTo(database.read, actor)
      const others = visible.filter(one => one.service_type === first.service_type && one.id !== first.id)
      return [first, ...others]
    },
    connectionOf: inventory.connectionOf,
  }
}

export type InstanceChoice = ReturnType<typeof createInstanceChoice>
