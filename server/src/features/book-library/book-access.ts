import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'

export interface BookAccessParts {
  database: Database
  inventory: Pick<Inventory, 'decide'>
  currentCaller: CurrentCaller
}

/** A limit, because ids come from callers and need not exist. */
const MAX_DECISIONS = 1000

type Decision = Awaited<ReturnType<Inventory['decide']>>

/** Resolves the book library of a call and checks the caller's access to it (0.6). */
export function createBookAccess({ database, inventory, currentCaller }: BookAccessParts) {
  /**
   * Valid until this process commits a change. On PostgreSQL `commits` is null, because other processes write too,
   * and nothing is kept.
   */
  let cached: { commits: number; decisions: Map<string, Decision> } | undefined

  async function readDecision(caller: Caller, instance_id: string | undefined): Promise<Decision> {
    // Read before the decision: a commit in the meantime makes the next call read again.
    const commits = database.commits()
    const decision = await inventory.decide(database.read, caller, 'book_manager', instance_id)
    if (commits !== null) {
      if (cached?.commits !== commits || cached.decisions.size >= MAX_DECISIONS)
        cached = { commits, decisions: new Map() }
      cached.decisions.set(cacheKey(caller, instance_id), decision)
    }
    return decision
  }

  function decide(caller: Caller, instance_id: string | undefined): Decision | Promise<Decision> {
    const decisions_now = cached && cached.commits === database.commits() ? cached.decisions : undefined
    return decisions_now?.get(cacheKey(caller, instance_id)) ?? readDecision(caller, instance_id)
  }

  return {
    decide,
    /** CONTRIBUTING rule 3: checks access again, by the caller's current rights, before the answer is sent. */
    async authoriseAgain(caller: Caller, instance: InstanceRecord): Promise<void> {
      const found = await decide(await currentCaller(caller), instance.id)
      if (!found.instance) throw new Refusal(found.refusal)
    },
  }
}

function cacheKey({ user_id, role }: Caller, instance_id: string | undefined): string {
  return `${user_id} ${role} ${instance_id ?? ''}`
}

export type BookAccess = ReturnType<typeof createBookAccess>
