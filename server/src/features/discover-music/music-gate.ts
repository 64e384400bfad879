import type { MediaType } from '@foyer/contract/instance-types'
import type { RefusalCode } from '@foyer/contract/refusals'
import type { Database, Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** Lists are empty while music is hidden; a title by its id is not touched by that (1/4.2). */
export type Surface = 'list' | 'title'

/** Whoever calls, and the library they name, if any. */
export interface Visit {
  caller: Caller
  instance_id: string | undefined
  surface: Surface
}

export interface MusicGateParts {
  database: Pick<Database, 'read' | 'commits'>
  inventory: Pick<Inventory, 'decide'>
  hiddenTypes(db: Db): Promise<readonly MediaType[]>
  currentCaller: CurrentCaller
}

interface Verdict {
  hidden: boolean
  refusal: RefusalCode | null
}

const MAX_KEPT = 5000

/** Who may ask the music providers (1:4.3, 0.6): admins, and people with a music library. */
export function createMusicGate({ database, inventory, hiddenTypes, currentCaller }: MusicGateParts) {
  /** True for as long as this process commits nothing; PostgreSQL has other writers (docs/adr/0003). */
  const kept = new Map<string, Verdict>()
  let kept_at: number | null = null

  async function judge({ caller, instance_id }: Visit): Promise<Verdict> {
    const db = database.read
    const [hidden, found] = await Promise.all([
      hiddenTypes(db),
      inventory.decide(db, caller, 'music_manager', instance_id),
    ])
    const refusal = found.instance ? null : found.refusal
    // 0.6: an admin looks around before there is any library.
    const mayLookAround = refusal === 'no_instance' && caller.role === 'admin'
    return { hidden: hidden.includes('music'), refusal: mayLookAround ? null : refusal }
  }

  function verdictOn(visit: Visit): MaybeAsync<Verdict> {
    // Counted before reading: what commits meanwhile makes the next call read again.
    const commits = database.commits()
    if (commits === null) return judge(visit)
    if (commits !== kept_at || kept.size >= MAX_KEPT) kept.clear()
    kept_at = commits
    const key = JSON.stringify([visit.caller.user_id, visit.caller.role, visit.instance_id])
    return (
      kept.get(key) ??
      judge(visit).then(verdict => {
        if (kept_at === commits) kept.set(key, verdict)
        return verdict
      })
    )
  }

  /**
   * Refuses whoever may not, or tells whether there is anything to show. C17: `missing`, that no such library exists,
   * is said only after what is wrong with the question.
   */
  function enter(visit: Visit): MaybeAsync<'open' | 'hidden' | 'missing'> {
    return whenReady(verdictOn(visit), ({ hidden, refusal }) => {
      // 1/4.2: hidden comes before the library is resolved, unless one was named.
      const isHidden = hidden && visit.surface === 'list' && visit.instance_id === undefined
      if (isHidden) return 'hidden'
      if (refusal === 'instance_not_found') return 'missing'
      if (refusal) throw new Refusal(refusal)
      return 'open'
    })
  }

  return {
    enter,

    /** The same, with the caller as they are by now: before metadata, artwork or an error is told. */
    async enterAgain(visit: Visit): Promise<void> {
      const caller = await currentCaller(visit.caller)
      if ((await enter({ ...visit, caller })) === 'missing') throw new Refusal('instance_not_found')
    },
  }
}

export type MusicGate = ReturnType<typeof createMusicGate>
