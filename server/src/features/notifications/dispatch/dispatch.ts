import type { Database, Db } from '#db/database.ts'
import { again, done, type JobHandler, type Jobs } from '#jobs/index.ts'
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

/** How requests stand, for the news about those that wait for an admin. */
export interface PendingRequests {
  isPending(db: Db, request_id: number): Promise<boolean>
  /** What the approval badge shows; rows that the server retries itself never count (1:6.3). */
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
}

type Run = Parameters<JobHandler<{ send_id: number }>>[0]

/** What is sent, to whom, and by what. */
interface Errand {
  send: SendRow
  alert: AlertRecord
  channel: Way
  to: Destination
}

type Way = Pick<AlertChannel, 'replaces' | 'prepare' | 'send'>

/** The operator took this way out away, perhaps not for long. */
const NOT_CONFIGURED: SendOutcome = { kind: 'retry', reason: 'not_configured' }
const NO_WAY: Way = {
  replaces: false,
  prepare: async () => NOT_CONFIGURED,
  send: async () => NOT_CONFIGURED,
}

/** One row of the outbox on its way: judged again, claimed, sent at most once for each claim, settled. */
export function createSending(parts: SendingParts): JobHandler<{ send_id: number }> {
  const { database, clock, settings, judge, channels, pending } = parts
  const now = () => clock.now().getTime()

  /** Whether it may leave, by what is stored at this moment. */
  async function isWanted(db: Db, { alert, to }: Errand): Promise<boolean> {
    const [person] = await judge.concerned(db, alert, [to.user_id])
    if (!person) return false
    const policy = completePolicy(await settings.read(db, pushPolicy))
    const choices = await choicesOf(db, to.user_id)
    if (!goesToDevices(alert.type, { policy, choices, role: person.role })) return false
    const { request_id } = alert.data
    if (alert.type !== 'request_pending' || request_id === undefined) return true
    return pending.isPending(db, request_id)
  }

  /** Null: it may leave as far as titles go. */
  async function judgeTitle({ alert, to }: Errand): Promise<SendOutcome | 'dropped' | null> {
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

  /** The last look and the claim are one transaction: what is revoked before it does not leave. */
  async function claim(run: Run, errand: Errand, fence: string): Promise<boolean> {
    return database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      if (!(await isWanted(tx, errand))) return false
      return claimSend(tx, { id: errand.send.id, fence, now: iso(now()) })
    })
  }

  async function send(run: Run, errand: Errand) {
    const { alert, channel, to } = errand
    if (isStale(alert, now())) return settle(run, errand.send, null, { kind: 'failed', reason: 'expired' })
    const hindered = (await channel.prepare?.(to, run.signal)) ?? (await judgeTitle(errand))
    if (hindered) return settle(run, errand.send, null, hindered)
    const badge = alert.type === 'request_pending' ? await pending.count(database.read) : undefined
    const notice = noticeOf(alert, badge)
    const fence = newId('send')
    if (!(await claim(run, errand, fence))) return settle(run, errand.send, null, 'dropped')
    return settle(run, errand.send, fence, await channel.send(to, notice, run.signal))
  }

  /** It left, or was about to, in a run that never came to an answer: it died, or lost its lease. */
  async function takeUp(run: Run, errand: Errand) {
    const { send: row, channel } = errand
    if (!maySendOnceMore(row, channel.replaces)) {
      return settle(run, row, row.fence, { kind: 'unconfirmed', reason: 'interrupted' })
    }
    const interrupted_at = iso(now())
    await database.transaction(async tx => {
      await run.lease.assertHeld(tx)
      await reopenSend(tx, { id: row.id, fence: row.fence, now: interrupted_at })
    })
    return send(run, { ...errand, send: { ...row, interrupted_at } })
  }

  return async run => {
    const row = await findSend(database.read, run.payload.send_id)
    const alert = row && (await findAlert(database.read, row.alert_id))
    if (!row || !alert || row.user_id === null) return done()
    const channel = channels.find(one => one.channel === row.channel) ?? NO_WAY
    const to = { user_id: row.user_id, destination: row.destination }
    const errand = { send: row, alert, channel, to }
    if (row.state === 'claimed') return takeUp(run, errand)
    return row.state === 'pending' ? send(run, errand) : done()
  }
}

export function handleDispatch(parts: SendingParts): void {
  parts.jobs.define(sendAlert)
  parts.jobs.handle(sendAlert, createSending(parts))
}
