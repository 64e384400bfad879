import type { RefusalCode } from '@foyer/contract/refusals'
import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

export interface AccessParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  currentCaller: CurrentCaller
}

const FORBIDDEN: readonly RefusalCode[] = ['instance_forbidden', 'no_grant']

/** Access to music libraries (0.6). Music has no ratings, so kids accounts see the same. */
export function createMusicAccess({ database, inventory, currentCaller }: AccessParts) {
  /** Null: no library was named and there is no default; lists are then empty. */
  async function forList(caller: Caller, instance_id?: string): Promise<InstanceRecord | null> {
    const found = await inventory.decide(database.read, caller, 'music_manager', instance_id)
    if (found.instance) return found.instance
    if (instance_id === undefined) return null
    throw new Refusal(found.refusal)
  }

  /** C17: missing access is reported before errors found by `read`; a missing library after them. */
  async function forDetail<T>(
    caller: Caller,
    instance_id: string | undefined,
    read: () => T,
  ): Promise<{ instance: InstanceRecord; input: T }> {
    const found = await inventory.decide(database.read, caller, 'music_manager', instance_id)
    if (!found.instance && FORBIDDEN.includes(found.refusal)) throw new Refusal(found.refusal)
    const input = read()
    if (!found.instance) throw new Refusal(found.refusal)
    return { instance: found.instance, input }
  }

  return {
    forList,
    forDetail,
    /** CONTRIBUTING rule 3: reading takes time, so access is checked again before responding. */
    async again(caller: Caller, { id }: InstanceRecord): Promise<Caller> {
      const now = await currentCaller(caller)
      await forDetail(now, id, () => null)
      return now
    },
  }
}

export type MusicAccess = ReturnType<typeof createMusicAccess>
