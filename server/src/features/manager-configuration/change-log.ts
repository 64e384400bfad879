import { CHANGE_SENTENCES } from '@foyer/contract/tool-access/change-sentences'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import { defineJob, done, type Jobs, retry } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { execute, resolveLater } from './change-execution.ts'
import type { ManagedInstance, ManagedInstances } from './managed-instances.ts'
import * as proposals from './profile-proposal-store.ts'
import * as store from './settings-change-store.ts'
import type { ChangeRecord, NewChange } from './settings-change-store.ts'

/** Longer than a write and the read after it can take, so that nobody looks while they are under way. */
const RESOLVE_AFTER_MS = 5 * MINUTE_MS
const MAX_LOOKS = 8

export const resolveChange = defineJob({
  name: 'resolve-settings-change',
  payload: z.object({ change_id: z.int() }),
})

interface Parts {
  database: Database
  clock: Clock
  jobs: Jobs
  events: Events
  managers: Pick<ManagedInstances, 'findSame'>
}

/** What was known about the resource when its document was read. */
export interface Before {
  newest_id: number | null
}

/**
 * Writes to library managers, each with its row: saved as executing before the network, and ended afterwards. A row
 * whose end was not saved is looked at later by a job.
 */
export function createChangeLog({ database, clock, jobs, events, managers }: Parts) {
  const started_at = iso(clock.now())

  async function announce(tx: Tx, { id, status }: Pick<ChangeRecord, 'id' | 'status'>): Promise<void> {
    const data = { change_id: id, status }
    await events.publish(tx, { type: 'settings_change_updated', data }, { to: 'admins' })
  }

  async function announceDecision(tx: Tx, proposal_id: number, status: string): Promise<void> {
    const pending_count = await proposals.countPending(tx, iso(clock.now()))
    const data = { proposal_id, status, pending_count }
    await events.publish(tx, { type: 'profile_change_decided', data }, { to: 'admins' })
  }

  /** The end of a change, and of the proposal it came from. */
  async function saveEnd(tx: Tx, change: ChangeRecord, end: Omit<store.ChangeEnd, 'completed_at'>) {
    if (change.status === end.status) return
    if (!(await store.endChange(tx, change.id, { ...end, completed_at: iso(clock.now()) }))) return
    await announce(tx, { id: change.id, status: end.status })
    const isApplied = end.status === 'applied'
    const proposal_id = await proposals.endProposalOf(tx, change.id, {
      status: isApplied ? 'applied' : 'failed',
      result_text: isApplied ? CHANGE_SENTENCES.applied : (end.error_text ?? CHANGE_SENTENCES.not_applied),
    })
    if (proposal_id !== null) await announceDecision(tx, proposal_id, isApplied ? 'applied' : 'failed')
  }

  jobs.define(resolveChange)
  jobs.handle(resolveChange, async ({ payload, attempt, lease }) => {
    const change = await store.findChange(database.read, payload.change_id)
    if (!change || change.status === 'applied' || change.status === 'failed') return done()
    const { end, again } = await resolveLater(await managers.findSame(change), change)
    const outcome = again && attempt < MAX_LOOKS ? retry({ reason: 'unreachable' }) : done()
    return database.withWriteLock('settings-changes', async tx => {
      await saveEnd(tx, change, end)
      return lease.conclude(tx, outcome)
    })
  })

  return {
    announceDecision,

    /**
     * Saves the change as executing. Refused while another change of the same profile or format is executing, or if
     * one began after `before` was read. `alongside` runs in the same transaction and may refuse too.
     */
    async begin(
      change: NewChange,
      before: Before,
      alongside: (tx: Tx) => Promise<void> = async () => undefined,
      link: (tx: Tx, change: ChangeRecord) => Promise<void> = async () => undefined,
    ): Promise<ChangeRecord> {
      return database.withWriteLock('settings-changes', async tx => {
        await alongside(tx)
        const newest = await store.newestChange(tx, change)
        if ((newest?.id ?? null) !== before.newest_id || newest?.status === 'executing') throw busy()
        const begun = await store.insertChange(tx, change)
        await link(tx, begun)
        const run_at = new Date(clock.now().getTime() + RESOLVE_AFTER_MS)
        await jobs.enqueue(tx, resolveChange, { change_id: begun.id }, { dedupe_key: `${begun.id}`, run_at })
        await announce(tx, begun)
        return begun
      })
    },

    /** Sends a begun change, once. Returns it with its end; an unknown outcome is looked at again later. */
    async run(managed: ManagedInstance, change: ChangeRecord): Promise<ChangeRecord> {
      const end = await execute(managed, change)
      await database.withWriteLock('settings-changes', async tx => {
        await saveEnd(tx, change, end)
        if (end.status !== 'outcome_unknown') await jobs.cancel(tx, resolveChange, `${change.id}`)
      })
      return (await store.findChange(database.read, change.id)) ?? change
    },

    /**
     * At start. On SQLite nobody else can be executing what an earlier run left, so it is looked at now; on PostgreSQL
     * another process may be, and the job waits for its time.
     */
    async resumeAtStart(): Promise<void> {
      if (database.engine !== 'sqlite') return
      await database.withWriteLock('settings-changes', async tx => {
        for (const id of await store.executingChanges(tx, started_at))
          await jobs.wake(tx, resolveChange, `${id}`)
      })
    },
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>

function busy(): Refusal {
  return new Refusal('conflict', {
    error: 'This is being changed already. Look at it again, then try again.',
  })
}
