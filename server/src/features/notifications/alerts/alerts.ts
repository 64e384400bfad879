import type { AlertCategory } from '@foyer/contract/notifications'
import type { Database, Tx } from '#db/database.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { dueAt, findSibling, type ImportKind, mergeParts, requestTopic, windowStart } from './alert-rules.ts'
import * as store from './alert-store.ts'
import type { AlertData, AlertRecord, NewAlert } from './alert.ts'
import { FAN_OUT_KEY, fanOutAlerts } from './alert-jobs.ts'
import type { InboxWriter } from './inbox-writer.ts'
import { oneLine } from '../dispatch/notice-rules.ts'
import type { OrderedChannel } from '../dispatch/ordered-channel.ts'
import { unsentPlaces } from '../dispatch/queue-store.ts'
import { scheduleDrain } from '../dispatch/send-queue.ts'
import { doesAnybodyChoose } from '../preferences/preference-store.ts'
import { listPeople } from '../fan-out/people-store.ts'
import type { FanOutThrottle } from '../fan-out/fan-out-throttle.ts'

const TITLE_LENGTH = 200

export interface AlertParts {
  database: Database
  jobs: Jobs
  clock: Clock
  inbox: Pick<InboxWriter, 'amend' | 'rename'>
  throttle: FanOutThrottle
  /** Absent: nothing but devices and inboxes. */
  ordered?: readonly OrderedChannel[]
}

/** Raises alerts: a row in the transaction of the event, and the job that fans it out (docs/adr/0009). */
export function createAlerts({ database, jobs, clock, inbox, throttle, ordered = [] }: AlertParts) {
  let anybodyWantsAutoApproved: boolean | undefined

  async function open(tx: Tx, alert: NewAlert): Promise<void> {
    const { type, audience, topic = null, parts = [] } = alert
    const created_at = iso(clock.now())
    const data = complete(alert.data, parts)
    await store.insertAlert(tx, { type, audience, data, topic, parts, created_at })
    const run_at = new Date(Math.max(dueAt({ topic, created_at, data }), throttle.earliest()))
    await jobs.enqueue(tx, fanOutAlerts, {}, { dedupe_key: FAN_OUT_KEY, run_at })
  }

  async function join(tx: Tx, sibling: AlertRecord, more: readonly string[]): Promise<void> {
    const parts = mergeParts(sibling.parts, more)
    if (parts.length === sibling.parts.length) return
    const data = complete(sibling.data, parts)
    await store.amendAlert(tx, sibling.id, { data, parts })
    if (sibling.state === 'told') await inbox.amend(tx, sibling.id, data)
  }

  /** Whether a place of the household, of this person or of an admin listens. */
  async function doesAnyPlaceListen(tx: Tx, user_id: number, category: AlertCategory): Promise<boolean> {
    if (ordered.length === 0) return false
    const user_ids = (await listPeople(tx, { or_admin: [user_id] })).map(person => person.user_id)
    for (const channel of ordered) {
      const places = await channel.listeningPlaces(tx, user_ids)
      if (places.some(place => place.events.has(category))) return true
    }
    return false
  }

  return {
    /** In the transaction of the event: both are saved or neither is. */
    raise: open,

    /** The same for library alerts, under the lock `alerts`, so that related alerts are merged (1/4.14). */
    async raiseContent(tx: Tx, alert: NewAlert & { topic: string }, kind: ImportKind): Promise<void> {
      const since = iso(windowStart(clock.now().getTime()))
      const sibling = findSibling(await store.recentOfTopic(tx, alert.topic, since), kind)
      if (sibling) await join(tx, sibling, alert.parts ?? [])
      else await open(tx, alert)
    },

    /** C69: a provider supplied the title of this request; devices and inboxes show it from now on. */
    async rename(tx: Tx, request_id: number, title: string): Promise<void> {
      for (const { id, data: before, parts } of await store.recentOfTopic(tx, requestTopic(request_id), '')) {
        const { title_unverified, ...rest } = before
        if (!title_unverified) continue
        const data = complete({ ...rest, title }, parts)
        const state = await store.amendAlert(tx, id, { data, parts })
        if (state === 'held') await jobs.enqueue(tx, fanOutAlerts, {}, { dedupe_key: FAN_OUT_KEY })
        else for (const place of await unsentPlaces(tx, id)) await scheduleDrain(tx, jobs, place)
      }
      // After the alerts, so that inbox entries written until then are renamed too.
      await inbox.rename(tx, request_id, oneLine(title, TITLE_LENGTH))
    },

    /**
     * Off by default, and checked for every automatically approved request. With a single writing process the result
     * is cached until somebody changes a choice.
     */
    async isAutoApprovedWanted(tx: Tx, user_id: number): Promise<boolean> {
      if (database.engine !== 'sqlite' || anybodyWantsAutoApproved === undefined) {
        anybodyWantsAutoApproved = await doesAnybodyChoose(tx, 'request_auto_approved')
      }
      return anybodyWantsAutoApproved || doesAnyPlaceListen(tx, user_id, 'request_auto_approved')
    },

    choicesChanged(): void {
      anybodyWantsAutoApproved = undefined
    },
  }
}

export type Alerts = ReturnType<typeof createAlerts>

function complete(data: AlertData, parts: readonly string[]): AlertData {
  return {
    ...data,
    ...(data.title !== undefined && { title: oneLine(data.title, TITLE_LENGTH) }),
    ...(parts.length > 0 && { count: parts.length }),
  }
}
