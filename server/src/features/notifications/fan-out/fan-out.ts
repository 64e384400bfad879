import { setImmediate } from 'node:timers/promises'
import type { Database, Tx } from '#db/database.ts'
import { again, done, type JobHandler, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import type { Settings } from '#settings/settings.ts'
import type { AlertChannel } from '../dispatch/alert-channel.ts'
import { sendAlert, fanOutAlerts } from '../alerts/alert-jobs.ts'
import { dueAt, isContent, STALE_MS, windowStart } from '../alerts/alert-rules.ts'
import { forgetAlerts, listHeld, markFannedOut } from '../alerts/alert-store.ts'
import type { AlertRecord } from '../alerts/alert.ts'
import type { InboxWriter } from '../alerts/inbox-writer.ts'
import type { Judge, Person } from './audience-judge.ts'
import { pushPolicy } from '../preferences/policy-settings.ts'
import { completePolicy } from '../preferences/preference-rules.ts'
import { savedChoices } from '../preferences/preference-store.ts'
import { countContent, insertSends, type SendRow } from '../dispatch/dispatch-store.ts'
import type { OrderedChannel } from '../dispatch/ordered-channel.ts'
import { countContentOfPlaces, forgetHolds, type QueuePlace } from '../dispatch/queue-store.ts'
import { scheduleDrain } from '../dispatch/send-queue.ts'
import type { FanOutThrottle } from './fan-out-throttle.ts'
import { addressAlerts, type AddressedAlert } from './fan-out-rules.ts'

/** Long enough to investigate a delivery; the inbox has its own retention. */
const KEPT_MS = 7 * DAY_MS
/** Settings shows the latest of a chat room, however rare they are (2/4.10). */
const CHAT_KEPT_MS = 90 * DAY_MS
const ALERTS_PER_TRANSACTION = 50
/** Recipients in one transaction: SQLite is synchronous, and nobody is answered until it ends. */
const PEOPLE_PER_TRANSACTION = 500
/** Rows per statement; database engines limit the number of parameters. */
const ROWS = 500

export interface FanOutParts {
  database: Database
  jobs: Jobs
  clock: Clock
  settings: Settings
  judge: Judge
  inbox: InboxWriter
  channels: readonly AlertChannel[]
  ordered: readonly OrderedChannel[]
  throttle: FanOutThrottle
}

/** Finds the recipients of alerts, and inserts a row per destination before anything is sent. */
function createFanOut(parts: FanOutParts): JobHandler<object> {
  const { database, jobs, clock, settings, judge, inbox, channels, ordered, throttle } = parts
  const now = () => clock.now().getTime()

  /** Everybody who is not known to be excluded; undecided cases are checked again before sending or reading. */
  async function recipientsOf(alert: AlertRecord, seen: Map<string, Person[]>): Promise<Person[]> {
    // Alerts raised together mostly concern the same people.
    const key = JSON.stringify([alert.type, alert.audience, alert.data.instance_id])
    const people = seen.get(key) ?? (await judge.concerned(database.read, alert))
    seen.set(key, people)
    const verdicts = await Promise.all(people.map(person => judge.titleVerdict(person, alert.data)))
    return people.filter((_, i) => verdicts[i] !== 'no')
  }

  async function reach(tx: Tx, user_ids: readonly number[]) {
    const found = []
    for (const one of channels) {
      const { channel } = one
      for (const to of await one.destinationsOf(tx, user_ids)) found.push({ channel, ...to })
    }
    return found
  }

  async function listening(tx: Tx, user_ids: readonly number[]) {
    const found = []
    for (const one of ordered) {
      const { channel } = one
      for (const place of await one.listeningPlaces(tx, user_ids)) found.push({ channel, ...place })
    }
    return found
  }

  /** Everything about the recipients of these alerts, read once for all of them. */
  async function address(tx: Tx, addressed: readonly AddressedAlert[]) {
    const user_ids = [...new Set(addressed.flatMap(one => one.people.map(person => person.user_id)))]
    const hasContent = addressed.some(one => isContent(one.alert.type))
    const since = iso(windowStart(now()))
    const places = await listening(tx, user_ids)
    const place_ids = hasContent ? places.map(one => one.destination) : []
    return addressAlerts(addressed, {
      policy: completePolicy(await settings.read(tx, pushPolicy)),
      choices: await savedChoices(tx, user_ids),
      destinations: await reach(tx, user_ids),
      content: hasContent ? await countContent(tx, user_ids, since) : new Map(),
      places,
      content_of_places: await countContentOfPlaces(tx, place_ids, since),
    })
  }

  /** Devices have a job per row; a place that takes alerts in order has one for all its rows. */
  async function schedule(tx: Tx, rows: readonly SendRow[]): Promise<void> {
    const places = new Map<string, QueuePlace>()
    for (const { id, channel, destination } of rows) {
      if (channel === 'chat_webhook' || channel === 'destination') {
        places.set(`${channel}:${destination}`, { channel, destination })
        continue
      }
      const lane = channels.find(one => one.channel === channel)?.laneOf(destination)
      const options = { dedupe_key: String(id), ...(lane !== undefined && { lane }) }
      await jobs.enqueue(tx, sendAlert, { send_id: id }, options)
    }
    // In a fixed order: each job is locked until the commit.
    for (const key of [...places.keys()].sort()) {
      const place = places.get(key)
      if (place) await scheduleDrain(tx, jobs, place)
    }
  }

  async function fanOut(tx: Tx, recipients: ReadonlyMap<number, readonly Person[]>): Promise<void> {
    const at = iso(now())
    // The current rows: more parts may have been merged while the recipients were looked up.
    const alerts = await markFannedOut(tx, [...recipients.keys()], at)
    const { sends, notes } = await address(
      tx,
      alerts.map(alert => ({ alert, people: recipients.get(alert.id) ?? [] })),
    )
    for (const some of slices(sends, ROWS)) await schedule(tx, await insertSends(tx, some, at))
    for (const some of slices(notes, ROWS)) await inbox.record(tx, some)
    await forgetAlerts(tx, { others: iso(now() - KEPT_MS), chat: iso(now() - CHAT_KEPT_MS) })
    await forgetHolds(tx, { now: at, latest: iso(now() + STALE_MS) })
  }

  return async ({ lease }) => {
    const due = (await listHeld(database.read)).filter(alert => dueAt(alert) <= now())
    const recipients = new Map<number, readonly Person[]>()
    const seen = new Map<string, Person[]>()
    let people = 0

    async function write(): Promise<void> {
      if (recipients.size === 0) return
      await database.transaction(async tx => {
        await lease.assertHeld(tx)
        await fanOut(tx, recipients)
      })
      throttle.sent(recipients.size)
      recipients.clear()
      seen.clear()
      people = 0
      await setImmediate()
    }

    for (const alert of due) {
      const found = await recipientsOf(alert, seen)
      const isFull = recipients.size === ALERTS_PER_TRANSACTION
      if (isFull || people + found.length > PEOPLE_PER_TRANSACTION) await write()
      recipients.set(alert.id, found)
      people += found.length
    }
    await write()
    const rest = (await listHeld(database.read)).map(dueAt)
    return rest.length === 0 ? done() : again(new Date(Math.max(Math.min(...rest), throttle.earliest())))
  }
}

function slices<T>(all: readonly T[], size: number): T[][] {
  const found: T[][] = []
  for (let i = 0; i < all.length; i += size) found.push(all.slice(i, i + size))
  return found
}

export function handleFanOut(parts: FanOutParts): void {
  parts.jobs.define(fanOutAlerts)
  parts.jobs.handle(fanOutAlerts, createFanOut(parts))
}
