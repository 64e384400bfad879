import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

export interface BookAccessParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  currentCaller: CurrentCaller
}

/** Ids come from outside, and need not exist. */
const MAX_DECISIONS = 1000

type Decision = Awaited<ReturnType<Inventory['decide']>>

/** Which book library a call is about, and whether the caller may have it (0.6). */
export function createBookAccess({ database, inventory, currentCaller }: BookAccessParts) {
  /** For as long as this process committed nothing; null commits: others write too, so it is read each time. */
  let kept: { commits: number; decisions: Map<string, Decision> } | undefined

  async function ask(caller: Caller, instance_id: string | undefined): Promise<Decision> {
    // Counted before reading: what commits meanwhile makes the next call read again.
    const commits = database.commits()
    const decision = await inventory.decide(database.read, caller, 'book_manager', instance_id)
    if (commits !== null) {
      if (kept?.commits !== commits || kept.decisions.size >= MAX_DECISIONS)
        kept = { commits, decisions: new Map() }
      kept.decisions.set(nameOf(caller, instance_id), decision)
    }
    return decision
  }

  function decide(caller: Caller, instance_id: string | undefined): Decision | Promise<Decision> {
    const known = kept && kept.commits === database.commits() ? kept.decisions : undefined
    return known?.get(nameOf(caller, instance_id)) ?? ask(caller, instance_id)
  }

  return {
    decide,
    /** 1:1.4: once more, with the caller as they are when the answer leaves. */
    async again(caller: Caller, instance: InstanceRecord): Promise<void> {
      const found = await decide(await currentCaller(caller), instance.id)
      if (!found.instance) throw new Refusal(found.refusal)
    },
  }
}

function nameOf({ user_id, role }: Caller, instance_id: string | undefined): string {
  return `${user_id} ${role} ${instance_id ?? ''}`
}

export type BookAccess = ReturnType<typeof createBookAccess>
