import type { Database, Db } from '#db/database.ts'
import { again, done, type JobHandler, type Jobs } from '#jobs/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import type { Settings } from '#settings/settings.ts'
import type { AlertChannel, Destination, SendOutcome } from './alert-channel.ts'
import { sendAlert } from '../alerts/alert-jobs.ts'
import { isStale } from '../alerts/alert-rules.ts'
import { findAlert } from '../alerts/alert-store.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import type { Judge } from '../fan-out/audience-judge.ts'
import { noticeOf } from './notice-rules.ts'
import { pushPolicy } from '../preferences/policy-settings.ts'
import { completePolicy, goesToDevices } from '../preferences/preference-rules.ts'
import { choicesOf } from '../preferences/preference-store.ts'
import { maySendOnceMore, resultOf } from './dispatch-rules.ts'
import { claimSend, findSend, reopenSend, type SendRow, settleSend } from './dispatch-store.ts'

/** The state of requests, for alerts about pending ones. */
export interface PendingRequests {
  isPending(db: Db, request_id: number): Promise<boolean>
  /** The number on the approval badge; requests the server retries by itself do not count (1:6.3). */
  count(db: Db): Promise<number>
}

export interface SendingParts {
  database: Database
  jobs: Jobs
  clock: Clock
  settings: Settings
  judge: Judge
  channels: readonly AlertChannel[]
  pending: PendingRequests
  textsOf: TextsOf
}

type Run = Parameters<JobHandler<{ send_id: number }>>[0]

/** An alert, its destination and the channel. */
interface Delivery {
  send: SendRow
  alert: AlertRecord
  channel: Way
  to: Destination
}

type Way = Pick<AlertChannel, 'replaces' | 'prepare' | 'send'>

/** The operator removed this channel's configuration, perhaps temporarily. */
const NOT_CONFIGURED: SendOutcome = { kind: 'retry', reason: 'not_configured' }
const NO_WAY: Way = {
  replaces: false,
  prepare: async () => NOT_CONFIGURED,
  send: async () => NOT_CONFIGURED,
}

/** Handles one outbox row: check again, claim, send at most once per claim, settle. */
export function createSending(parts: SendingParts): JobHandler<{ send_id: number }> {
  const { database, clock, settings, judge, channels, pending, textsOf } = parts
  const now = () => clock.now().getTime()

  /** Whether it may be sent according to the rows stored now. */
  async function isWanted(db: Db, { alert, to }: Delivery): Promise<boolean> {
    const [person] = await judge.concerned(db, alert, [to.user_id])
    if (!person) return false
    const policy = completePolicy(await settings.read(db, pushPolicy))
    const choices = await choicesOf(db, to.user_id)
    if (!goesToDevices(alert.type, { policy, choices, role: person.role })) return false
    const { request_id } = alert.data
    if (alert.type !== 'request_pending' || request_id === undefined) return true
    return pending.isPending(db, request_id)
  }

  /** Null: the title does not prevent the sending. */
  async function judgeTitle({ alert, to }: Delivery): Promise<SendOutcome | 'dropped' | null> {
    const [person] = await judge.concerned(database.read, alert, [to.user_id])
    const verdict = person ? await judge.titleVerdict(person, alert.data) : 'no'
    if (verdict === 'unknown') return { kind: 'retry', reason: 'not_judged' }
    return verdict === 'no' ? 'dropped' : null
  }

  async function settle(run: Run, send: SendRow, fence: string | null, outcome: SendOutcome | 'dropped') {
    const result = resultOf(outcome, send, now())
    return database.transaction(async tx => {
      await settleSend(tx, { id: send.id, fence, now: iso(now()) }, result)
      const ending = result.state === 'pending' ? again(new Date(result.next_at)) : done()
      return run.lease.conclude(tx, ending)
    })
  }

  /** The final check and the claim are one transaction: nothing is sent after access was revoked. */
  async function claim(run: Run, delivery: Delivery, fence: string): Promise<boolean> {
    return database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      if (!(await isWanted(tx, delivery))) return false
      return claimSend(tx, { id: delivery.send.id, fence, now: iso(now()) })
    })
  }

  async function send(run: Run, delivery: Delivery) {
    const { alert, channel, to } = delivery
    if (isStale(alert, now())) return settle(run, delivery.send, null, { kind: 'failed', reason: 'expired' })
    const obstacle = (await channel.prepare?.(to, run.signal)) ?? (await judgeTitle(delivery))
    if (obstacle) return settle(run, delivery.send, null, obstacle)
    const badge = alert.type === 'request_pending' ? await pending.count(database.read) : undefined
    const notice = noticeOf(alert, await textsOf(to.user_id), badge)
    const fence = newId('send')
    if (!(await claim(run, delivery, fence))) return settle(run, delivery.send, null, 'dropped')
    return settle(run, delivery.send, fence, await channel.send(to, notice, run.signal))
  }

  /** An earlier run claimed it and ended without a result: the process died, or the lease was lost. */
  async function resume(run: Run, delivery: Delivery) {
    const { send: row, channel } = delivery
    if (!maySendOnceMore(row, channel.replaces)) {
      return settle(run, row, row.fence, { kind: 'unconfirmed', reason: 'interrupted' })
    }
    const interrupted_at = iso(now())
    await database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      await reopenSend(tx, { id: row.id, fence: row.fence, now: interrupted_at })
    })
    return send(run, { ...delivery, send: { ...row, interrupted_at } })
  }

  return async run => {
    const row = await findSend(database.read, run.payload.send_id)
    const alert = row && (await findAlert(database.read, row.alert_id))
    if (!row || !alert || row.user_id === null) return done()
    const channel = channels.find(one => one.channel === row.channel) ?? NO_WAY
    const to = { user_id: row.user_id, destination: row.destination }
    const delivery = { send: row, alert, channel, to }
    if (row.state === 'claimed') return resume(run, delivery)
    return row.state === 'pending' ? send(run, delivery) : done()
  }
}

export function handleDispatch(parts: SendingParts): void {
  parts.jobs.define(sendAlert)
  parts.jobs.handle(sendAlert, createSending(parts))
}
