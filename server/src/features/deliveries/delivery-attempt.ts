import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Tx } from '#db/database.ts'
import { again, type JobHandler, LeaseLost } from '#jobs/index.ts'
import { iso } from '#kit/clock.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import type { Courier, CourierOutcome } from './couriers/courier.ts'
import { assertAccess, assertWithinLimits, AttemptStopped } from './delivery-access.ts'
import { deliveryChange, jobOutcome } from './delivery-endings.ts'
import { announce } from './delivery-events.ts'
import type { OutageQueue } from './outage-queue.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { isWorkable, NO_COURIER_MS, outcomeOfError } from './rules/delivery-rules.ts'
import { changeDelivery, type DeliveryKey, findDelivery } from './delivery-store.ts'

type Run = Parameters<JobHandler<DeliveryKey>>[0]

/** One attempt in progress. */
interface Attempt {
  run: Run
  request: RequestRecord
  delivery: DeliveryRecord
  /** This attempt may have written to the library. */
  has_begun: boolean
}

const WORKING = ['processing', 'waiting_library'] as const

/** The engine of 1:3. It handles leases, retries, access and the marker, independently of the media type. */
export function createAttempt(parts: DeliveryParts, outages: OutageQueue): JobHandler<DeliveryKey> {
  const { database, clock, inventory, couriers, log } = parts

  async function find(key: DeliveryKey) {
    const delivery = await findDelivery(database.read, key)
    if (!delivery || !isWorkable(delivery.state)) return null
    const request = await parts.findRequest(database.read, key.request_id)
    return request && { delivery, request }
  }

  /** Null: the delivery ended in the meantime. */
  function start({ lease }: Run, request: RequestRecord, before: DeliveryRecord) {
    return database.transaction(async tx => {
      await lease.assertHeld(tx)
      const now = iso(clock.now())
      const isWaiting = before.state === 'waiting_library'
      const started = await changeDelivery(tx, before.id, [before.state], {
        attempts: before.attempts + 1,
        last_attempt_at: now,
        updated_at: now,
        // Checking an import again leaves the visible state of the delivery unchanged.
        ...(!isWaiting && {
          state: 'processing',
          next_attempt_at: null,
          park_reason: null,
          code: null,
          message: sayDelivery('processing'),
        }),
      })
      if (started && before.state !== started.state) await announce(parts, tx, request, started)
      return started
    })
  }

  /** 1:4.9.4: committed before the first mutation, and only while the lease and the requester's access are valid. */
  async function begin(
    attempt: Attempt,
    receipt: object | undefined,
    seasons: readonly number[] | undefined,
  ): Promise<void> {
    const { run, request, delivery } = attempt
    await database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      await assertAccess(parts, tx, request)
      const marked = await changeDelivery(tx, delivery.id, WORKING, {
        began: true,
        updated_at: iso(clock.now()),
        ...(receipt && { receipt: JSON.stringify(receipt) }),
      })
      if (!marked) throw new LeaseLost(run.job_id)
      await parts.markBegun(tx, delivery, request, seasons)
    })
    attempt.has_begun = true
    run.signal.throwIfAborted()
  }

  async function refundSeasons(
    { run, request, delivery }: Attempt,
    seasons: readonly number[],
  ): Promise<void> {
    if (seasons.length === 0) return
    await database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      await parts.refund(tx, delivery, request, seasons)
    })
  }

  function adopt({ run, request }: Attempt, match: TvMatch): Promise<void> {
    return database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      await parts.updateRequest(tx, request.id, { match, updated_at: iso(clock.now()) })
    })
  }

  /** Later events of this attempt use the new title, too. */
  async function learnTitle(attempt: Attempt, title: string): Promise<void> {
    const { request } = attempt
    if (!request.title_unverified || title === '') return
    await parts.learnTitle(request.id, title)
    attempt.request = (await parts.findRequest(database.read, request.id)) ?? request
  }

  async function work(attempt: Attempt, courier: Courier): Promise<CourierOutcome> {
    const { run, request, delivery } = attempt
    const instance = await assertAccess(parts, database.read, request)
    await assertWithinLimits(parts, database.read, request)
    return courier({
      request,
      delivery,
      instance,
      connection: inventory.connectionOf(instance),
      now: clock.now(),
      receipt: delivery.receipt === null ? null : JSON.parse(delivery.receipt),
      begin: (receipt, seasons) => begin(attempt, receipt, seasons),
      refundSeasons: seasons => refundSeasons(attempt, seasons),
      adopt: match => adopt(attempt, match),
      learnTitle: title => learnTitle(attempt, title),
      signal: run.signal,
    })
  }

  async function tryOnce(attempt: Attempt, courier: Courier): Promise<CourierOutcome> {
    try {
      return await work(attempt, courier)
    } catch (error) {
      if (error instanceof AttemptStopped) return error.outcome
      // Interrupted, or the lease was lost: the job must not be changed (1:3).
      if (attempt.run.signal.aborted || error instanceof LeaseLost) throw error
      log.warn({ err: error, request_id: attempt.request.id }, 'a delivery failed')
      return outcomeOfError(error)
    }
  }

  function conclude({ run, request, delivery, has_begun }: Attempt, outcome: CourierOutcome) {
    return database.transaction(async tx => {
      const now = clock.now()
      const concluded = await run.lease.conclude(tx, jobOutcome(outcome, delivery, now))
      const change = deliveryChange(outcome, concluded.ending, delivery, now)
      const row = await changeDelivery(tx, delivery.id, WORKING, change)
      if (row && row.state !== delivery.state) await announce(parts, tx, request, row)
      if (row && 'done' in outcome) await settle(tx, request, row, outcome)
      // C57: cached library data is out of date after a write, and also when this attempt found something new
      // without one.
      if (has_begun || 'done' in outcome)
        database.afterCommit(tx, () => parts.libraryChanged(request.instance_id))
      return concluded
    })
  }

  async function settle(
    tx: Tx,
    request: RequestRecord,
    row: DeliveryRecord,
    outcome: DoneOutcome,
  ): Promise<void> {
    if (!row.began && isFree(request, outcome)) await parts.refund(tx, row, request)
    await outages.makeDue(tx, request.instance_id)
  }

  return async run => {
    const found = await find(run.payload)
    if (!found) return database.transaction(tx => run.lease.finish(tx))
    const { request } = found
    const courier = couriers[request.media_type]
    if (!courier) return again(new Date(clock.now().getTime() + NO_COURIER_MS))
    const instance = await inventory.find(database.read, request.instance_id)
    const yielded = await outages.yieldToEarlier(run, request, instance)
    if (yielded.kind === 'concluded') return yielded
    const delivery = await start(run, request, found.delivery)
    if (!delivery) return database.transaction(tx => run.lease.finish(tx))
    const attempt = { run, request, delivery, has_begun: false }
    const outcome = yielded.fault ? outcomeOfError(yielded.fault) : await tryOnce(attempt, courier)
    return conclude(attempt, keepWaiting(delivery, outcome))
  }
}

type DoneOutcome = Extract<CourierOutcome, { done: unknown }>

/**
 * C57: a unit that was available before anything was sent for it costs nothing. 1:4.9.3: neither does a book or
 * album that is monitored already; its unit was reserved while the library was unknown. Neither applies once the
 * marker is set: an add that the manager refused because the title exists was still sent, it may be the repetition
 * of an earlier one whose answer was lost, and 1:4.9.4 never clears the marker.
 */
function isFree({ media_type }: RequestRecord, { unchanged, done }: DoneOutcome): boolean {
  if (!unchanged) return false
  return done === 'available' || media_type === 'book' || media_type === 'music'
}

/** 1:3: a running import has no time limit, so a failed check of it is not a failed attempt. */
function keepWaiting({ state }: DeliveryRecord, outcome: CourierOutcome): CourierOutcome {
  if (state !== 'waiting_library' || !('retry' in outcome)) return outcome
  return { wait: 'author_import', code: 'import_status_unavailable', message: outcome.message }
}
