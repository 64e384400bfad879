import { z } from 'zod'
import type { ModelFaultCategory } from '@foyer/contract/assistant/ai-providers'
import type { Database, Db, Tx } from '#db/database.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { ModelAccount } from '#ports/language-model.ts'
import type { Settings } from '#settings/settings.ts'
import {
  afterFailure,
  afterSuccess,
  type AiHealthFailure,
  failureOf,
  NO_OUTCOME,
  nextCheckAt,
  presentHealth,
} from './ai-health-rules.ts'
import type { FoundAccount } from './ai-resolution.ts'
import { isSameAccount } from './shared-ai-rules.ts'
import { aiHealth, type SavedAiHealth } from './shared-ai-settings.ts'

const checkSharedAi = defineJob({ name: 'ai-health-check', payload: z.object({}) })
const KEY = 'daily'

export interface AiHealthParts {
  database: Database
  settings: Settings
  clock: Clock
  jobs: Jobs
  log: Log
  /** Runs in the transaction of an outcome: the failure as it is now, or null after a turn that succeeded. */
  changed(tx: Tx, failure: AiHealthFailure | null): Promise<void>
  /** The profile in force; null when there is none. */
  findShared(db: Db): Promise<FoundAccount | null>
  /** Lets the account answer, with its credential as it would be used now. Throws ModelFault. */
  tryShared(account: ModelAccount, signal: AbortSignal): Promise<void>
}

/** The daily check of the AI profile that the server includes (2:4.7.3, C47). */
export interface AiHealth {
  /** Null: the last check or save-time turn succeeded, or there was none. */
  failure(db: Db): Promise<AiHealthFailure | null>
}

export function createAiHealth(parts: AiHealthParts) {
  const { database, settings, clock, jobs, log, changed } = parts

  async function record(tx: Tx, outcome: Partial<SavedAiHealth>): Promise<void> {
    const health = await settings.update<SavedAiHealth>(tx, aiHealth, outcome)
    // Also a success after none is told: what failed before may have been removed in between.
    await changed(tx, failureOf(health))
  }

  const recordSuccess = (tx: Tx) => record(tx, afterSuccess(iso(clock.now())))

  async function recordFailure(tx: Tx, category: ModelFaultCategory): Promise<void> {
    await record(tx, afterFailure(await settings.read(tx, aiHealth), category, iso(clock.now())))
  }

  /** One job while there is something to check. A check under way for what was in force before can no longer write. */
  async function schedule(tx: Tx): Promise<void> {
    await jobs.cancel(tx, checkSharedAi, KEY)
    const health = await settings.read(tx, aiHealth)
    const is_complete = (await parts.findShared(tx))?.reason === ''
    if (health.enabled && is_complete) await enqueueAt(tx, nextCheckAt(health, clock.now()))
  }

  async function enqueueAt(tx: Tx, run_at: Date): Promise<void> {
    await jobs.enqueue(tx, checkSharedAi, {}, { dedupe_key: KEY, run_at })
  }

  /** Null: it answered. A failure that is not the model's is thrown: it says nothing about the model. */
  async function findFault(account: ModelAccount, signal: AbortSignal): Promise<ModelFault | null> {
    try {
      await parts.tryShared(account, signal)
      return null
    } catch (error) {
      if (error instanceof ModelFault) return error
      throw error
    }
  }

  jobs.define(checkSharedAi)
  jobs.handle(checkSharedAi, async ({ lease, signal }) => {
    const begun = await settings.lock(async tx => {
      const health = await settings.read(tx, aiHealth)
      const found = await parts.findShared(tx)
      if (!health.enabled || found?.reason !== '') return done()
      const due = nextCheckAt(health, clock.now())
      if (due > clock.now()) return again(due)
      await lease.assertHeld(tx)
      await settings.update(tx, aiHealth, { begun_at: iso(clock.now()) })
      return found
    })
    if ('kind' in begun) return begun
    const fault = await findFault(begun.account, signal)
    return settings.lock(async tx => {
      const now = await parts.findShared(tx)
      const is_same = isSameAccount(begun.account, now?.account ?? null) && begun.link_id === now?.link_id
      // Otherwise the outcome is about an account that is no longer in force.
      if (is_same) await (fault ? recordFailure(tx, fault.category) : recordSuccess(tx))
      if (fault)
        log.warn({ category: fault.category }, 'the included AI profile did not answer its daily check')
      return lease.conclude(tx, again(nextCheckAt(await settings.read(tx, aiHealth), clock.now())))
    })
  })

  return {
    failure: async (db: Db) => failureOf(await settings.read(db, aiHealth)),
    present: async (db: Db) => presentHealth(await settings.read(db, aiHealth)),
    recordSuccess,
    /**
     * The checked profile is no longer in force, and the current one was not tested. Nobody is notified: there was no
     * answer, and only a turn that succeeds resolves the issue (2:3, 2:4.7.3).
     */
    async forgetOutcome(tx: Tx): Promise<void> {
      await settings.update<SavedAiHealth>(tx, aiHealth, NO_OUTCOME)
    },
    async setEnabled(tx: Tx, enabled: boolean): Promise<void> {
      await settings.update(tx, aiHealth, { enabled })
    },
    schedule,
    /** Called at every start. An existing job keeps its time. */
    async start(): Promise<void> {
      await database.transaction(async tx => {
        const due = await dueAtStart(tx)
        if (due) await enqueueAt(tx, due)
      })
    },
  }

  /** Null: nothing to check. The job finds out itself when this cannot be read now. */
  async function dueAtStart(tx: Tx): Promise<Date | null> {
    try {
      const found = await parts.findShared(tx)
      const health = await settings.read(tx, aiHealth)
      return health.enabled && found?.reason === '' ? nextCheckAt(health, clock.now()) : null
    } catch (error) {
      if (!(error instanceof StorageFault)) throw error
      return clock.now()
    }
  }
}

export type AiHealthCheck = ReturnType<typeof createAiHealth>
