import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { RefusalCode } from '@foyer/contract/refusals'
import type { Database, Db } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Caller, CurrentCaller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { whenReady, type MaybeAsync } from '#kit/maybe-async.ts'

/** Lists are empty while music is hidden; a title requested by id is not affected (1/4.2). */
export type Surface = 'list' | 'title'

/** The caller, and the library they named, if any. */
export interface AccessCheck {
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

const MAX_CACHED = 5000

/** Decides who may use the music providers (1:4.3, 0.6): admins, and people with a music library. */
export function createMusicGate({ database, inventory, hiddenTypes, currentCaller }: MusicGateParts) {
  /**
   * Valid until this process commits a change; not used on PostgreSQL, where other processes write
   * (docs/adr/0003).
   */
  const cached = new Map<string, Verdict>()
  let cached_at: number | null = null

  async function readVerdict({ caller, instance_id }: AccessCheck): Promise<Verdict> {
    const db = database.read
    const [hidden, found] = await Promise.all([
      hiddenTypes(db),
      inventory.decide(db, caller, 'music_manager', instance_id),
    ])
    const refusal = found.instance ? null : found.refusal
    // 0.6: an admin may browse before there is any library.
    const mayBrowse = refusal === 'no_instance' && caller.role === 'admin'
    return { hidden: hidden.includes('music'), refusal: mayBrowse ? null : refusal }
  }

  function verdictFor(check: AccessCheck): MaybeAsync<Verdict> {
    // Read before the decision: a commit in the meantime makes the next call read again.
    const commits = database.commits()
    if (commits === null) return readVerdict(check)
    if (commits !== cached_at || cached.size >= MAX_CACHED) cached.clear()
    cached_at = commits
    const key = JSON.stringify([check.caller.user_id, check.caller.role, check.instance_id])
    return (
      cached.get(key) ??
      readVerdict(check).then(verdict => {
        if (cached_at === commits) cached.set(key, verdict)
        return verdict
      })
    )
  }

  /**
   * Refuses a caller without access; otherwise returns whether there is anything to show. C17: `missing` (no such
   * library) is reported only after the query was validated.
   */
  function authorise(check: AccessCheck): MaybeAsync<'open' | 'hidden' | 'missing'> {
    return whenReady(verdictFor(check), ({ hidden, refusal }) => {
      // 1/4.2: the hidden setting is checked before the library is resolved, unless one was named.
      const isHidden = hidden && check.surface === 'list' && check.instance_id === undefined
      if (isHidden) return 'hidden'
      if (refusal === 'instance_not_found') return 'missing'
      if (refusal) throw new Refusal(refusal)
      return 'open'
    })
  }

  return {
    authorise,

    /** The same check by the caller's current rights, before metadata, artwork or an error is sent. */
    async authoriseAgain(check: AccessCheck): Promise<void> {
      const caller = await currentCaller(check.caller)
      if ((await authorise({ ...check, caller })) === 'missing') throw new Refusal('instance_not_found')
    },
  }
}

export type MusicGate = ReturnType<typeof createMusicGate>
