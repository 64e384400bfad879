import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { RequestStatus } from '@foyer/contract/requests/requests'
import type { Db, Tx } from '#db/database.ts'
import { iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import { createAttempt } from './delivery-attempt.ts'
import { announce } from './delivery-events.ts'
import { createOutageQueue } from './outage-queue.ts'
import { deliver, jobKey } from './delivery-jobs.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { completeMessage, isRetryable, isTerminal, isWorkable } from './rules/delivery-rules.ts'
import * as store from './delivery-store.ts'

/** C4: how long the creation of a movie request waits for its delivery. */
const ATTEMPT_WAIT_MS = 10_000

/** The first state of a delivery; `complete`: nothing is left to do (1/4.8). */
export type FirstState = 'approval' | 'queued' | { complete: RequestStatus }

export interface Deliveries {
  /**
   * Writes the deliveries of a new request, and their jobs unless they wait for approval or are complete. Returns
   * both.
   */
  open(
    tx: Tx,
    request: RequestRecord,
    formats: readonly RequestFormat[],
    first: FirstState,
  ): Promise<{ job_ids: number[]; states: DeliveryRecord[] }>
  /** After approval: queues everything that waited for it. The request is read within `tx`. */
  release(tx: Tx, request_id: number): Promise<{ job_ids: number[] }>
  /**
   * Ends every delivery that is not over; a running attempt can write nothing more. Must be called before units
   * are refunded: only then is it certain whether a delivery has begun.
   */
  cancel(tx: Tx, request_id: number, formats?: readonly RequestFormat[]): Promise<void>
  /**
   * C6: makes them due now and restarts the retry schedule. 409 `invalid_delivery_state` unless one is in
   * attention or retry.
   */
  retry(tx: Tx, request_id: number, formats?: readonly RequestFormat[]): Promise<{ job_ids: number[] }>
  /** The library was found to have it: ends a running delivery and its job (1:3, stale rows). */
  complete(tx: Tx, request_id: number, format: RequestFormat, status: RequestStatus): Promise<void>
  /** The library now reports another status for a completed delivery (1:3, stale rows). */
  correct(tx: Tx, row: Pick<DeliveryRecord, 'id' | 'request_id'>, status: RequestStatus): Promise<void>
  /**
   * C4: attempts them now and waits up to ten seconds, minus `waited_ms`. Returns immediately when the lane is
   * busy.
   */
  attemptNow(job_ids: readonly number[], waited_ms?: number): Promise<void>
  /** In the order of their formats; requests without any are absent. */
  statesOf(db: Db, request_ids: readonly number[]): Promise<Map<number, DeliveryRecord[]>>
  /**
   * The same with a lock, for callers that join running work: none of them begins or ends before the transaction
   * does.
   */
  lockStates(tx: Tx, request_ids: readonly number[]): Promise<Map<number, DeliveryRecord[]>>
  /**
   * 1:3: this library answers again: waits for its imports are checked now, and deliveries that could not reach it
   * are due.
   */
  wakeWaiting(instance_id: string): Promise<void>
}

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { database, clock, jobs } = parts
  const now = () => iso(clock.now())

  const outages = createOutageQueue(parts)
  jobs.define(deliver)
  jobs.handle(deliver, createAttempt(parts, outages))

  function enqueue(tx: Tx, { id, instance_id }: RequestRecord, format: RequestFormat): Promise<number> {
    const key = { request_id: id, format }
    return jobs.enqueue(tx, deliver, key, { dedupe_key: jobKey(key), lane: `instance:${instance_id}` })
  }

  async function requestOf(tx: Tx, id: number): Promise<RequestRecord> {
    const request = await parts.findRequest(tx, id)
    if (!request) throw new Refusal('not_found')
    return request
  }

  async function chosen(tx: Tx, request_id: number, formats: readonly RequestFormat[] | undefined) {
    const rows = await store.listDeliveries(tx, [request_id])
    return formats ? rows.filter(row => formats.includes(row.format)) : rows
  }

  return {
    async open(tx, request, formats, first) {
      const at = now()
      const row = firstRow(first, at)
      const job_ids: number[] = []
      const states: DeliveryRecord[] = []
      for (const format of formats) {
        const base = { request_id: request.id, format, created_at: at, updated_at: at }
        states.push(await store.insertDelivery(tx, { ...base, ...row }))
        if (row.state === 'queued') job_ids.push(await enqueue(tx, request, format))
        await announce(parts, tx, request, row)
      }
      return { job_ids, states }
    },

    async release(tx, request_id) {
      const request = await requestOf(tx, request_id)
      const job_ids: number[] = []
      for (const { id, format } of await chosen(tx, request_id, undefined)) {
        const queued = await store.changeDelivery(tx, id, ['approval'], {
          ...queuedRow(now()),
          updated_at: now(),
        })
        if (!queued) continue
        job_ids.push(await enqueue(tx, request, format))
        await announce(parts, tx, request, queued)
      }
      return { job_ids }
    },

    async cancel(tx, request_id, formats) {
      const request = await requestOf(tx, request_id)
      for (const row of await chosen(tx, request_id, formats)) {
        if (isTerminal(row.state)) continue
        // The job is locked first, as everywhere: locking these rows in the opposite order could deadlock.
        await jobs.cancel(tx, deliver, jobKey(row))
        const cancelled = await store.changeDelivery(tx, row.id, OPEN, {
          state: 'cancelled',
          code: null,
          message: sayDelivery('cancelled'),
          next_attempt_at: null,
          park_reason: null,
          waiting_since: null,
          updated_at: now(),
        })
        if (cancelled) await announce(parts, tx, request, cancelled)
      }
    },

    async retry(tx, request_id, formats) {
      const request = await requestOf(tx, request_id)
      const rows = await chosen(tx, request_id, formats)
      const job_ids: number[] = []
      for (const row of rows.filter(one => isRetryable(one.state))) {
        const key = jobKey(row)
        if (!(await jobs.wake(tx, deliver, key))) await enqueue(tx, request, row.format)
        const change = { ...queuedRow(now()), attempts: 0, updated_at: now() }
        const queued = await store.changeDelivery(tx, row.id, ['attention', 'retry'], change)
        if (!queued) continue
        const job = await jobs.find(tx, deliver, key)
        if (job) job_ids.push(job.id)
        await announce(parts, tx, request, queued)
      }
      if (job_ids.length === 0) throw new Refusal('invalid_delivery_state')
      return { job_ids }
    },

    async complete(tx, request_id, format, status) {
      const request = await requestOf(tx, request_id)
      for (const row of await chosen(tx, request_id, [format])) {
        if (!isWorkable(row.state)) continue
        await jobs.cancel(tx, deliver, jobKey(row))
        const change = { ...completeRow(status), updated_at: now() }
        const complete = await store.changeDelivery(tx, row.id, [row.state], change)
        if (complete) await announce(parts, tx, request, complete)
      }
    },

    async correct(tx, { id, request_id }, status) {
      const change = { ...completeRow(status), updated_at: now() }
      const corrected = await store.changeDelivery(tx, id, ['complete'], change)
      if (corrected) await announce(parts, tx, await requestOf(tx, request_id), corrected)
    },

    async attemptNow(job_ids, waited_ms = 0) {
      const remaining_ms = Math.max(0, ATTEMPT_WAIT_MS - waited_ms)
      await Promise.all(job_ids.map(id => jobs.runNow(id, remaining_ms)))
    },

    async statesOf(db, request_ids) {
      return Map.groupBy(await store.listDeliveries(db, request_ids), row => row.request_id)
    },

    async lockStates(tx, request_ids) {
      return Map.groupBy(await store.lockDeliveries(tx, request_ids), row => row.request_id)
    },

    async wakeWaiting(instance_id) {
      const rows = await store.listWaiting(database.read, instance_id)
      const delayed = await outages.list(database.read, instance_id)
      if (rows.length + delayed.length === 0) return
      await database.transaction(async tx => {
        for (const row of rows) await jobs.wake(tx, deliver, jobKey(row))
        await outages.makeDue(tx, instance_id)
      })
    },
  }
}

const OPEN = ['approval', 'queued', 'processing', 'retry', 'waiting_library', 'attention'] as const

function queuedRow(at: string) {
  return {
    state: 'queued',
    code: null,
    message: sayDelivery('queued'),
    next_attempt_at: at,
    park_reason: null,
    waiting_since: null,
  } as const
}

function firstRow(first: FirstState, at: string) {
  if (first === 'queued') return queuedRow(at)
  if (first === 'approval') {
    return {
      ...queuedRow(at),
      state: 'approval',
      message: sayDelivery('approval'),
      next_attempt_at: null,
    } as const
  }
  return completeRow(first.complete)
}

function completeRow(code: RequestStatus) {
  return {
    state: 'complete',
    code,
    message: completeMessage(code),
    next_attempt_at: null,
    park_reason: null,
    waiting_since: null,
  } as const
}
