import { z } from 'zod'
import type { RequestResponse } from '@foyer/contract/requests/requests'
import type { Database, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import { again, defineJob, type JobHandler, type Jobs } from '#jobs/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import {
  deleteDecision,
  type DelayedDecision,
  findDecision,
  markFailed,
  saveDecision,
  type Verdict,
} from './decision-store.ts'
import type { RequestAnswer } from '../follow/request-answer.ts'
import type { Decide, PreparedDecision } from './request-approval.ts'
import type { RequestEvents } from '../notify/request-events.ts'
import { findRequester, findRequest } from '../store/request-store.ts'

const applyDecision = defineJob({
  name: 'apply-request-decision',
  payload: z.object({ request_id: z.int() }),
})

export interface DelayedDecisionParts {
  database: Database
  clock: Clock
  jobs: Jobs
  decide: Decide
  answer: Pick<RequestAnswer, 'saved' | 'snapshot'>
  deliveries: Pick<Deliveries, 'statesOf'>
  events: Pick<RequestEvents, 'queueChanged'>
}

/** Rolls back a decision that was only made to find out whether it is allowed. */
class DryRunDone extends Error {}

/**
 * Decisions that are applied after a few seconds, so that a mistake can be undone. The row and its job survive a
 * crash. Until then the request is pending for everybody, and another decision replaces this one.
 */
export function createDelayedDecisions(parts: DelayedDecisionParts) {
  const { database, clock, jobs, decide, answer, deliveries, events } = parts
  const now = () => clock.now().getTime()

  async function forget(tx: Tx, request_id: number): Promise<void> {
    await jobs.cancel(tx, applyDecision, String(request_id))
    await deleteDecision(tx, request_id)
  }

  async function queueChanged(tx: Tx, request_id: number): Promise<void> {
    const request = await findRequest(tx, request_id)
    const [delivery] = (await deliveries.statesOf(tx, [request_id])).get(request_id) ?? []
    if (request && delivery) await events.queueChanged(tx, request, delivery.state)
  }

  /** Makes the decision and rolls it back, so that anything that would refuse it does so now. */
  async function dryRun(caller: Caller, request_id: number, verdict: Verdict): Promise<PreparedDecision> {
    const prepared = await decide.prepare(request_id, verdict)
    try {
      await database.withWriteLock('requests', async tx => {
        await assertStillMay(tx, caller, 'requests:manage')
        await decide.apply(tx, { decided_by: caller.user_id, request_id }, prepared)
        throw new DryRunDone()
      })
    } catch (error) {
      if (!(error instanceof DryRunDone)) throw error
    }
    return prepared
  }

  /**
   * Judges the decision by the admin and the rows as they are now. Only the facts read from outside are those of the
   * moment of the decision, so that no provider can delay or refuse it.
   */
  async function make(run: Run, decision: DelayedDecision): Promise<ApplyOutcome> {
    const { request_id, decided_by, scope } = decision
    const prepared = scope ? { verdict: decision, scope } : await decide.prepare(request_id, decision)
    return database.withWriteLock('requests', async tx => {
      const current = await findDecision(tx, request_id)
      // Undone or replaced in the meantime.
      if (!current || current.failed_code !== null || current.due_at > iso(now())) return run.lease.finish(tx)
      if ((await findRequester(tx, decided_by))?.role !== 'admin') throw new Refusal('forbidden')
      await decide.apply(tx, { decided_by, request_id }, prepared)
      await deleteDecision(tx, request_id)
      return run.lease.finish(tx)
    })
  }

  /** The request stays pending, and the queue shows the reason. */
  function fail(run: Run, request_id: number, { code }: Refusal): Promise<ApplyOutcome> {
    return database.withWriteLock('requests', async tx => {
      const isOver = code === 'not_pending' || code === 'not_found'
      await (isOver ? deleteDecision(tx, request_id) : markFailed(tx, request_id, code))
      await queueChanged(tx, request_id)
      return run.lease.finish(tx)
    })
  }

  jobs.define(applyDecision)
  jobs.handle(applyDecision, async run => {
    const { request_id } = run.payload
    const found = await findDecision(database.read, request_id)
    if (!found || found.failed_code !== null) return database.transaction(tx => run.lease.finish(tx))
    if (found.due_at > iso(now())) return again(new Date(found.due_at))
    try {
      return await make(run, found)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      return fail(run, request_id, error)
    }
  })

  return {
    /** Called when the request is decided at once, or withdrawn. */
    forget,

    async save(
      caller: Caller,
      request_id: number,
      verdict: Verdict,
      delay_seconds: number,
    ): Promise<RequestResponse & { decision_due_at: string }> {
      const { user_id: decided_by } = caller
      const { scope } = await dryRun(caller, request_id, verdict)
      const due = new Date(now() + delay_seconds * 1_000)
      const decision_due_at = iso(due)
      return database.withWriteLock('requests', async tx => {
        if ((await findRequest(tx, request_id))?.decision !== 'pending') throw new Refusal('not_pending')
        await forget(tx, request_id)
        const decision = { ...verdict, request_id, decided_by, due_at: decision_due_at, scope }
        await saveDecision(tx, decision, iso(now()))
        await jobs.enqueue(tx, applyDecision, { request_id }, { dedupe_key: String(request_id), run_at: due })
        await queueChanged(tx, request_id)
        const response = await answer.saved(tx, await answer.snapshot(tx, caller, request_id))
        return { ...response, decision_due_at }
      })
    },

    /** 409 once it is due, even if it has not been applied yet. */
    async undo(caller: Caller, request_id: number): Promise<RequestResponse> {
      return database.withWriteLock('requests', async tx => {
        if (!(await findRequest(tx, request_id))) throw new Refusal('not_found')
        const found = await findDecision(tx, request_id)
        const isOpen = found && found.failed_code === null && found.due_at > iso(now())
        if (!isOpen) throw new Refusal('nothing_to_undo')
        await forget(tx, request_id)
        await queueChanged(tx, request_id)
        return answer.saved(tx, await answer.snapshot(tx, caller, request_id))
      })
    },
  }
}

type Run = Parameters<JobHandler<{ request_id: number }>>[0]
type ApplyOutcome = Awaited<ReturnType<Run['lease']['finish']>>

export type DelayedDecisions = ReturnType<typeof createDelayedDecisions>
