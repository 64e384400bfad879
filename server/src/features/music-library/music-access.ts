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

/** Who may look into which music library (0.6). Music carries no ratings, so kids accounts see the same. */
export function createMusicAccess({ database, inventory, currentCaller }: AccessParts) {
  /** Null: nothing was named and nothing resolves, which lists answer with nothing. */
  async function forList(caller: Caller, instance_id?: string): Promise<InstanceRecord | null> {
    const found = await inventory.decide(database.read, caller, 'music_manager', instance_id)
    if (found.instance) return found.instance
    if (instance_id === undefined) return null
    throw new Refusal(found.refusal)
  }

  /** C17: that it is not theirs comes before what `read` finds wrong with the rest; that there is none, after. */
  async function forDetail<T>(
    caller: Caller,
    instance_id: string | undefined,
    read: () => T,
  ): Promise<{ instance: InstanceRecord; asked: T }> {
    const found = await inventory.decide(database.read, caller, 'music_manager', instance_id)
    if (!found.instance && FORBIDDEN.includes(found.refusal)) throw new Refusal(found.refusal)
    const asked = read()
    if (!found.instance) throw new Refusal(found.refusal)
    return { instance: found.instance, asked }
  }

  return {
    forList,
    forDetail,
    /** 1:1.4: libraries take their time; the answer leaves only if it still may. */
    async again(caller: Caller, { id }: InstanceRecord): Promise<Caller> {
      const now = await currentCaller(caller)
      await forDetail(now, id, () => null)
      return now
    },
  }
}

export type MusicAccess = ReturnType<typeof createMusicAccess>
