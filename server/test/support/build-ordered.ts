import type { Database, Tx } from '#db/database.ts'
import type { AlertData, AlertRecord, AlertType } from '#features/notifications/alerts/alert.ts'
import type { OrderedChannel } from '#features/notifications/dispatch/ordered-channel.ts'
import type { MessageOutcome } from '#ports/message-sender.ts'
import { buildOutbox } from './build-outbox.ts'

/** An error ends the run; a promise delays the answer. */
type Scripted = MessageOutcome | Error | Promise<MessageOutcome>

interface Posted {
  destination: string
  alert: AlertRecord
}

/** A channel to places that take alerts in order. It sends at once, unless a test scripts the next outcomes. */
export function createScriptedQueue(own: Partial<OrderedChannel> = {}) {
  const posted: Posted[] = []
  const script: Scripted[] = []
  let onPosted = () => {}
  const channel: OrderedChannel = {
    channel: 'chat_webhook',
    listeningPlaces: async () => [],
    isWanted: async () => true,
    async send({ destination }, alert) {
      posted.push({ destination, alert })
      onPosted()
      const next = (await script.shift()) ?? { kind: 'sent' }
      if (next instanceof Error) throw next
      return next
    },
    ...own,
  }
  return {
    channel,
    posted,
    nextPost: (...outcomes: Scripted[]) => void script.push(...outcomes),
    onPosted(listener: () => void) {
      onPosted = listener
    },
  }
}

/** The outbox with a chat room. */
export async function buildRoom(database: Database, own: Partial<OrderedChannel> = {}) {
  const room = createScriptedQueue(own)
  const pending = { is: true, count: 0 }
  const outbox = await buildOutbox(database, { channels: [], ordered: [room.channel], pending })
  const { queue, clock, jobs } = outbox
  const reportIn = (tx: Tx, request_id: number, more: Partial<AlertData> = {}) =>
    queue.raiseTo(
      tx,
      { type: 'request_pending', data: { request_id, title: `Movie ${request_id}`, ...more } },
      { channel: 'chat_webhook', destination: 'room', user_id: null, receipt: `request:${request_id}` },
    )
  return {
    ...outbox,
    ...room,
    pending,
    reportIn,
    /** A new request, as the room is told of it. */
    report: (request_id: number, more?: Partial<AlertData>) =>
      database.transaction(tx => reportIn(tx, request_id, more)),
    cancel: (types?: readonly AlertType[]) =>
      database.transaction(tx =>
        queue.cancelUnsent(tx, { channel: 'chat_webhook', ...(types && { types }) }),
      ),
    latest: () => queue.latest(database.read, 'chat_webhook', 20),
    postedIds: () => room.posted.map(one => one.alert.data.request_id),
    /** Lets time pass from one due job to the next, until there are none. */
    async drain() {
      await jobs.settle()
      for (let at = await jobs.nextDueAt(); at !== null; at = await jobs.nextDueAt()) {
        clock.advance(Math.max(at.getTime() - clock.now().getTime(), 0))
        await jobs.settle()
      }
    },
  }
}
