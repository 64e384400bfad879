import type { ChatAlertStatus } from '@foyer/contract/chat-notifications'
import type { Db, Tx } from '#db/database.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { drainPlace } from '../alerts/alert-jobs.ts'
import { requestTopic } from '../alerts/alert-rules.ts'
import { deleteAlert, insertAlert } from '../alerts/alert-store.ts'
import type { AlertData, AlertType, NewAlert } from '../alerts/alert.ts'
import { detailSentence } from './fault-sentences.ts'
import type { OrderedChannel, OrderedPlace } from './ordered-channel.ts'
import { headDueAt, laneOf, statusOf } from './queue-rules.ts'
import * as store from './queue-store.ts'

export type OrderedChannelName = OrderedChannel['channel']

/** A row of the outbox as people see it (2:3). */
export interface SentAlert {
  request_id: number | null
  status: ChatAlertStatus
  /** One sentence; empty while there is nothing to say. */
  detail: string
  attempts: number
  updated_at: string
  /** Null unless it is pending. */
  next_attempt_at: string | null
}

/** The outbox of ordered channels, for the slices that own one. */
export interface SendQueue {
  add(channel: OrderedChannel): void
  /**
   * Saves an alert for one place, and the job that sends it, in the transaction of the fact. `receipt`: one send per
   * channel and receipt, ever; a second is dropped silently.
   */
  raiseTo(
    tx: Tx,
    alert: Omit<NewAlert, 'audience'>,
    to: OrderedPlace & { channel: OrderedChannelName; receipt: string },
  ): Promise<void>
  /** Cancels what is still unsent for these places; of these types only, if given. Nothing under way is touched. */
  cancelUnsent(
    tx: Tx,
    which: { channel: OrderedChannelName; destination?: string; types?: readonly AlertType[] },
  ): Promise<void>
  /**
   * The latest of a channel, newest first. 2/4.10: what has been `sending` for more than 30 seconds reads
   * `unconfirmed`.
   */
  latest(db: Db, channel: OrderedChannelName, limit: number): Promise<SentAlert[]>
}

/** Lets the oldest unsent alert of a place go out as soon as it may; nothing to do for an empty queue. */
export async function scheduleDrain(tx: Tx, jobs: Jobs, place: store.QueuePlace): Promise<void> {
  const front = await store.findFront(tx, place)
  if (!front) return
  const { channel, destination } = place
  const options = { dedupe_key: `${channel}:${destination}`, lane: laneOf(place) }
  const run_at = new Date(headDueAt(front))
  await jobs.enqueue(tx, drainPlace, { channel, destination }, { ...options, run_at })
}

export function createSendQueue(parts: { jobs: Jobs; clock: Clock; channels: OrderedChannel[] }): SendQueue {
  const { jobs, clock, channels } = parts
  const now = () => clock.now().getTime()

  return {
    add: channel => void channels.push(channel),

    async raiseTo(tx, alert, { channel, destination, user_id, receipt }) {
      if (await store.isReported(tx, { channel, receipt })) return
      const { type, data, topic = unverifiedTopic(data), parts: counted = [] } = alert
      const audience = { to: 'users' as const, user_ids: user_id === null ? [] : [user_id] }
      const created_at = iso(now())
      const row = { type, audience, data, topic, parts: counted, created_at }
      const alert_id = await insertAlert(tx, row, 'told')
      const send = { alert_id, channel, destination, user_id, receipt }
      if (await store.insertReported(tx, send, created_at)) await scheduleDrain(tx, jobs, send)
      else await deleteAlert(tx, alert_id)
    },

    async cancelUnsent(tx, which) {
      await store.dropUnsent(tx, which, iso(now()))
      // What is sent next may go to another receiver, which asked for no delay.
      if (!which.types) await store.endHolds(tx, which)
    },

    async latest(db, channel, limit) {
      const rows = await store.latestSends(db, channel, limit)
      return rows.map(row => describe(row, now()))
    },
  }
}

/** C69: so that the alert is found again once a provider supplies the title. */
function unverifiedTopic({ title_unverified, request_id }: AlertData): string | null {
  return title_unverified && request_id !== undefined ? requestTopic(request_id) : null
}

function describe(
  { data, topic, raised_at, hold_until, ...send }: Awaited<ReturnType<typeof store.latestSends>>[number],
  now: number,
): SentAlert {
  const facts = JSON.parse(data) as AlertData
  const { status, detail } = statusOf(send, now)
  const due = headDueAt({ send, alert: { topic, created_at: raised_at, data: facts }, hold_until })
  return {
    request_id: facts.request_id ?? null,
    status,
    detail: detailSentence(detail),
    attempts: send.attempts,
    updated_at: send.updated_at,
    next_attempt_at: status === 'pending' ? iso(due) : null,
  }
}
