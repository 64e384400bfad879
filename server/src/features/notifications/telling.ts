import type { Database, Db, Tx } from '#db/database.ts'
import { again, done, type JobHandler, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import type { AlertChannel } from './alert-channel.ts'
import { sendAlert, tellAlerts } from './alert-jobs.ts'
import { dueAt, isContent, windowStart, withinStormCap } from './alert-rules.ts'
import { findAlert, forgetAlerts, listHeld, markTold } from './alert-store.ts'
import type { AlertRecord } from './alert.ts'
import type { InboxWriter } from './inbox-writer.ts'
import type { Judge, Person } from './judge.ts'
import { pushPolicy } from './policy-settings.ts'
import { completePolicy, DEFAULT_CHOICES, goesToDevices, goesToInbox } from './preference-rules.ts'
import { savedChoices } from './preference-store.ts'
import { countContent, insertSends, type NewSend } from './send-store.ts'

/** Long enough to see what became of it; the inbox keeps its own. */
const KEPT_MS = 7 * 24 * 60 * 60_000

export interface TellingParts {
  database: Database
  jobs: Jobs
  clock: Clock
  settings: Settings
  judge: Judge
  inbox: InboxWriter
  channels: readonly AlertChannel[]
}

/** Finds the people of an alert, and makes a row for each place it goes to before anything leaves. */
export function createTelling(parts: TellingParts): JobHandler<object> {
  const { database, jobs, clock, settings, judge, inbox, channels } = parts
  const now = () => clock.now().getTime()

  /** Who is not known to be barred; what cannot be judged yet is judged again before it leaves or is read. */
  async function listeners(alert: AlertRecord): Promise<Person[]> {
    const people = await judge.concerned(database.read, alert)
    const verdicts = await Promise.all(people.map(person => judge.titleVerdict(person, alert.data)))
    return people.filter((_, i) => verdicts[i] !== 'no')
  }

  async function destinations(db: Db, alert: AlertRecord, user_ids: readonly number[]): Promise<NewSend[]> {
    const found: NewSend[] = []
    for (const one of channels) {
      const { channel } = one
      for (const to of await one.destinationsOf(db, user_ids)) {
        found.push({ alert_id: alert.id, channel, ...to })
      }
    }
    return found
  }

  async function wanting(tx: Tx, alert: AlertRecord, people: readonly Person[]) {
    const policy = completePolicy(await settings.read(tx, pushPolicy))
    const saved = await savedChoices(
      tx,
      people.map(one => one.user_id),
    )
    const chosen = people.map(one => ({ ...one, choices: saved.get(one.user_id) ?? DEFAULT_CHOICES }))
    return {
      devices: chosen.filter(one => goesToDevices(alert.type, { ...one, policy })).map(one => one.user_id),
      inbox: chosen.filter(one => goesToInbox(alert.type, one)).map(one => one.user_id),
    }
  }

  async function tell(tx: Tx, found: AlertRecord, people: readonly Person[]): Promise<void> {
    const at = iso(now())
    if (!(await markTold(tx, found.id, at))) return
    // Read again: more may have joined it while its people were looked up.
    const alert = (await findAlert(tx, found.id)) ?? found
    const who = await wanting(tx, alert, people)
    const since = iso(windowStart(now()))
    const reached = isContent(alert.type)
      ? withinStormCap(who.devices, await countContent(tx, who.devices, since))
      : who.devices
    for (const { id, channel, destination } of await insertSends(
      tx,
      await destinations(tx, alert, reached),
      at,
    )) {
      const lane = channels.find(one => one.channel === channel)?.laneOf(destination)
      const options = { dedupe_key: String(id), ...(lane !== undefined && { lane }) }
      await jobs.enqueue(tx, sendAlert, { send_id: id }, options)
    }
    const { type, data, created_at } = alert
    await inbox.record(
      tx,
      who.inbox.map(user_id => ({ user_id, alert_id: alert.id, type, data, created_at })),
    )
    await forgetAlerts(tx, iso(now() - KEPT_MS))
  }

  return async ({ lease }) => {
    for (const alert of await listHeld(database.read)) {
      if (dueAt(alert) > now()) continue
      const people = await listeners(alert)
      await database.transaction(async tx => {
        await lease.assertHeld(tx)
        await tell(tx, alert, people)
      })
    }
    const rest = (await listHeld(database.read)).map(dueAt)
    return rest.length === 0 ? done() : again(new Date(Math.min(...rest)))
  }
}

export function handleTelling(parts: TellingParts): void {
  parts.jobs.define(tellAlerts)
  parts.jobs.handle(tellAlerts, createTelling(parts))
}
