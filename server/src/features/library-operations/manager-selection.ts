import {
  type LibraryManagerType,
  MANAGER_OF,
  type MediaType,
  mediaTypeOf,
} from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import { type InstanceRecord, type Inventory, isLibraryManager } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

export type Manager = InstanceRecord & { service_type: LibraryManagerType }

/** Who reads, and from which libraries: one by its id, all of a media type, or all. */
export interface LibraryScope {
  caller: Pick<Caller, 'user_id' | 'role'>
  media_type?: MediaType | undefined
  instance_id?: string | undefined
  signal?: AbortSignal | undefined
}

/** What one library answered. Unknown is not absent: a library that could not be read says so. */
export type LibraryAnswer<T extends object> = {
  instance_id: string
  instance_name: string
  media_type: MediaType
} & (({ status_known: true } & T) | { status_known: false; error: string })

/** Managers that are asked at the same time. */
const AT_ONCE = 4

export interface SelectionParts {
  database: Pick<Database, 'read'>
  inventory: Pick<Inventory, 'visibleTo'>
}

export function createManagerSelection({ database, inventory }: SelectionParts) {
  /** 0.6: an explicit id of another type is not found; without any library there is nothing to read. */
  async function select({ caller, media_type, instance_id }: LibraryScope): Promise<Manager[]> {
    const visible = (await inventory.visibleTo(database.read, caller)).filter(isManager)
    const fitting = visible.filter(
      one => media_type === undefined || one.service_type === MANAGER_OF[media_type],
    )
    if (instance_id === undefined) {
      if (fitting.length > 0) return fitting
      throw new Refusal('no_instance')
    }
    const named = fitting.filter(one => one.id === instance_id)
    if (named.length > 0) return named
    throw new Refusal(caller.role === 'admin' ? 'instance_not_found' : 'instance_forbidden')
  }

  /** Reads every selected library. One that does not answer does not hide the others. */
  async function readEach<T extends object>(
    scope: LibraryScope,
    read: (manager: Manager) => Promise<T>,
  ): Promise<LibraryAnswer<T>[]> {
    const managers = await select(scope)
    return mapConcurrently(managers, AT_ONCE, async (manager): Promise<LibraryAnswer<T>> => {
      const { id: instance_id, name: instance_name, service_type } = manager
      const named = { instance_id, instance_name, media_type: mediaTypeOf(service_type) }
      try {
        return { ...named, status_known: true, ...(await read(manager)) }
      } catch (error) {
        scope.signal?.throwIfAborted()
        if (!isUnreadable(error)) throw error
        return {
          ...named,
          status_known: false,
          error: `${instance_name} could not be read: ${error.message}`,
        }
      }
    })
  }

  return { select, readEach }
}

function isManager(instance: InstanceRecord): instance is Manager {
  return isLibraryManager(instance.service_type)
}

/** A fault of the manager or of the metadata provider, or a key that cannot be opened. Other refusals are the caller's. */
function isUnreadable(error: unknown): error is UpstreamFault | Refusal {
  return error instanceof UpstreamFault || (error instanceof Refusal && error.status >= 500)
}
