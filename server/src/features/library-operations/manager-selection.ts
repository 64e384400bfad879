import { MANAGER_OF, type MediaType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import type { Database } from '#db/database.ts'
import { type Inventory, isManagerRecord, type ManagerRecord } from '#features/instances/index.ts'
import type { Caller } from '#kit/caller.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

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
  inventory: Pick<Inventory, 'visibleTo' | 'resolve'>
}

export function createManagerSelection({ database, inventory }: SelectionParts) {
  /** The named library; otherwise all of the media type, the default first; otherwise all. Refuses when there is none (0.6). */
  async function select({ caller, media_type, instance_id }: LibraryScope): Promise<ManagerRecord[]> {
    const visible = (await inventory.visibleTo(database.read, caller)).filter(isManagerRecord)
    if (media_type !== undefined) {
      const first = await inventory.resolve(database.read, caller, MANAGER_OF[media_type], instance_id)
      const others = visible.filter(one => one.service_type === first.service_type && one.id !== first.id)
      return [first, ...(instance_id === undefined ? others : [])].filter(isManagerRecord)
    }
    const chosen = visible.filter(one => instance_id === undefined || one.id === instance_id)
    if (chosen.length > 0) return chosen
    if (instance_id === undefined) throw new Refusal('no_instance')
    throw new Refusal(caller.role === 'admin' ? 'instance_not_found' : 'instance_forbidden')
  }

  /** Reads every selected library. One that does not answer does not hide the others. */
  async function readEach<T extends object>(
    scope: LibraryScope,
    read: (manager: ManagerRecord) => Promise<T>,
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

  /**
   * The one library that has something, by a number that each library gives by itself. One that cannot be read may have
   * it, so its failure is not "not found".
   */
  async function findIn<T>(
    scope: LibraryScope,
    read: (manager: ManagerRecord) => Promise<T | null>,
    refusals: { several(names: readonly string[]): Refusal; none(): Refusal },
  ): Promise<{ manager: ManagerRecord; found: T }> {
    const places: { manager: ManagerRecord; found: T }[] = []
    const answers = await readEach(scope, async manager => {
      const found = await read(manager)
      if (found !== null) places.push({ manager, found })
      return {}
    })
    const [place, ...others] = places
    if (place && others.length > 0) throw refusals.several(places.map(({ manager }) => manager.name))
    if (place) return place
    for (const answer of answers)
      if (!answer.status_known) throw new Refusal('upstream_failed', { error: answer.error })
    throw refusals.none()
  }

  return { select, readEach, findIn }
}

export type ManagerSelection = ReturnType<typeof createManagerSelection>

/** Of a queue row that several libraries have, or none. */
export function queueRowRefusals(media_type: MediaType) {
  return {
    several: (names: readonly string[]) =>
      new Refusal('conflict', {
        error: `Several libraries have a download with this queue_id: ${names.join(', ')}. Look at it in the libraries themselves.`,
      }),
    none: () =>
      new Refusal('not_found', {
        error: `No ${media_type} queue has a row with this queue_id. The download may be finished or removed, or belong to another media_type. Call get_queue for the current rows.`,
      }),
  }
}

/** A fault of the manager or of the metadata provider, or a key that cannot be opened. Other refusals are the caller's. */
function isUnreadable(error: unknown): error is UpstreamFault | Refusal {
  return error instanceof UpstreamFault || (error instanceof Refusal && error.status >= 500)
}
