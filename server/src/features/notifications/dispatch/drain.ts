import type { Database, Db, Tx } from '#db/database.ts'
import { again, type Concluded, done, type JobHandler, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { drainPlace } from '../alerts/alert-jobs.ts'
import { isStale } from '../alerts/alert-rules.ts'
import { findAlert } from '../alerts/alert-store.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import type { Judge } from '../fan-out/audience-judge.ts'
import { findUsername } from '../fan-out/people-store.ts'
import type { PendingRequests } from './dispatch.ts'
import { claimSend, type Result, settleSend } from './dispatch-store.ts'
import type { OrderedChannel, OrderedPlace } from './ordered-channel.ts'
import {
  cancelled,
  expiresAt,
  headDueAt,
  type QueueResult,
  queueResult,
  SEND_LIMIT_MS,
  UNDECIDED_MS,
  WITHOUT_CHANNEL_MS,
} from './queue-rules.ts'
import { findFront, lockUnlessCancelled, type QueueFront, type QueuePlace, saveHold } from './queue-store.ts'
import { scheduleDrain } from './send-queue.ts'

export interface DrainParts {
  database: Database
  jobs: Jobs
  clock: Clock
  judge: Judge
  channels: readonly OrderedChannel[]
  pending: Pick<PendingRequests, 'isPending'>
}

type Run = Parameters<JobHandler<QueuePlace>>[0]

/** The oldest unsent alert of a place on its way to it. */
interface Turn extends QueueFront {
  run: Run
  channel: OrderedChannel
  to: OrderedPlace
}

const DROPPED: Result = { state: 'dropped', detail: 'no_longer_permitted' }

/**
 * Sends the oldest unsent alert of one place: check again, claim, send at most once, settle. The same job then runs
 * for the next one, so that alerts arrive in order and a delay holds all of them.
 */
export function createDrain(parts: DrainParts): JobHandler<QueuePlace> {
  const { database, jobs, clock, judge, channels, pending } = parts
  const now = () => clock.now().getTime()

  /** Ends this run; the job continues with the next alert, as soon as that may go out. */
  async function conclude(tx: Tx, run: Run): Promise<Concluded> {
    await scheduleDrain(tx, jobs, run.payload)
    return run.lease.finish(tx)
  }

  /** `fence`: the claim the result belongs to, null if it was never sent. */
  async function settle(
    run: Run,
    id: number,
    fence: string | null,
    outcome: QueueResult,
  ): Promise<Concluded> {
    return database.transaction(async tx => {
      // The job before the row, as in `claim`: two runs in opposite order would deadlock.
      await run.lease.assertHeld(tx)
      const { result, hold_until } = (await lockUnlessCancelled(tx, id)) ? outcome : cancelled(outcome)
      await settleSend(tx, { id, fence, now: iso(now()) }, result)
      if (hold_until !== null) await saveHold(tx, run.payload, hold_until)
      return conclude(tx, run)
    })
  }

  /** Whether it may be sent according to the rows stored now. */
  async function isWanted(db: Db, { channel, to }: Turn, alert: AlertRecord): Promise<boolean> {
    if (!(await channel.isWanted(db, to, alert))) return false
    // 2:4.10: a chat room reports requests as they were submitted.
    if (channel.channel === 'chat_webhook') return true
    if (to.user_id !== null && (await judge.concerned(db, alert, [to.user_id])).length === 0) return false
    const { request_id } = alert.data
    if (alert.type !== 'request_pending' || request_id === undefined) return true
    return pending.isPending(db, request_id)
  }

  /** Null: the title does not prevent the sending. A chat room and the household have no limits of their own. */
  async function judgeTitle({ channel, to, alert, send }: Turn): Promise<Result | null> {
    if (channel.channel === 'chat_webhook' || to.user_id === null) return null
    const [person] = await judge.concerned(database.read, alert, [to.user_id])
    const verdict = person ? await judge.titleVerdict(person, alert.data) : 'no'
    if (verdict === 'yes') return null
    if (verdict === 'no') return DROPPED
    const next_at = iso(now() + UNDECIDED_MS)
    return { state: 'pending', detail: 'not_judged', next_at, attempts: send.attempts }
  }

  /** Messages to the household name the person an alert is for. Messages to devices do not: it is their owner. */
  async function nameRecipient(db: Db, { channel, to }: Turn, alert: AlertRecord): Promise<AlertRecord> {
    const { audience, data } = alert
    if (channel.channel !== 'destination' || to.user_id !== null || data.username !== undefined) return alert
    const [user_id, ...others] = audience.to === 'users' ? audience.user_ids : []
    if (user_id === undefined || others.length > 0) return alert
    const username = await findUsername(db, user_id)
    return username === undefined ? alert : { ...alert, data: { ...data, username } }
  }

  /**
   * The final check and the claim are one transaction: nothing is sent after it was cancelled. Returns the alert as it
   * is now, possibly with another title than before (C69).
   */
  async function claim(turn: Turn, fence: string): Promise<AlertRecord | Concluded> {
    const { run, send } = turn
    return database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      const alert = await findAlert(tx, send.alert_id)
      const at = { id: send.id, now: iso(now()) }
      if (alert && (await isWanted(tx, turn, alert))) {
        if (await claimSend(tx, { ...at, fence })) return nameRecipient(tx, turn, alert)
      } else {
        await settleSend(tx, { ...at, fence: null }, DROPPED)
      }
      return conclude(tx, run)
    })
  }

  /** A channel that does not end by itself must not hold its place for ever (2/4.10). */
  async function sendInTime({ run, channel, to }: Turn, alert: AlertRecord): Promise<MessageOutcome> {
    const limit = new AbortController()
    const stop = clock.after(SEND_LIMIT_MS, () => limit.abort(new Error('the receiver did not answer')))
    try {
      return await channel.send(to, alert, AbortSignal.any([run.signal, limit.signal]))
    } catch (err) {
      if (limit.signal.aborted && !run.signal.aborted) return { kind: 'unconfirmed', reason: 'timeout' }
      throw err
    } finally {
      stop()
    }
  }

  async function send(turn: Turn): Promise<Concluded> {
    const { run, send: row } = turn
    const obstacle = await judgeTitle(turn)
    if (obstacle) return settle(run, row.id, null, { result: obstacle, hold_until: null })
    const fence = newId('send')
    const alert = await claim(turn, fence)
    if ('kind' in alert) return alert
    const outcome = await sendInTime(turn, alert)
    return settle(run, row.id, fence, queueResult(outcome, row.attempts + 1, now()))
  }

  return async run => {
    const front = await findFront(database.read, run.payload)
    if (!front) return done()
    const { send: row, alert } = front
    const end = (fence: string | null, outcome: MessageOutcome) =>
      settle(run, row.id, fence, queueResult(outcome, row.attempts, now()))
    // An earlier run ended without a result: the process died, or the lease was lost. It may have arrived.
    if (row.state === 'claimed') return end(row.fence, { kind: 'unconfirmed', reason: 'interrupted' })
    if (isStale(alert, now())) return end(null, { kind: 'failed', reason: 'expired' })
    if (headDueAt(front) > now()) return database.transaction(tx => conclude(tx, run))
    const channel = channels.find(one => one.channel === row.channel)
    if (!channel) return again(new Date(Math.min(now() + WITHOUT_CHANNEL_MS, expiresAt(alert))))
    const to = { destination: row.destination, user_id: row.user_id }
    return send({ ...front, run, channel, to })
  }
}

export function handleDrain(parts: DrainParts): void {
  parts.jobs.define(drainPlace)
  parts.jobs.handle(drainPlace, createDrain(parts))
}
