import type { Database, Tx } from '#db/database.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { type Asker, countPending } from './request-store.ts'

/** What open pages hear of decisions (1/6); of deliveries they hear from those who deliver. */
export function createRequestEvents(database: Pick<Database, 'previous'>, events: Pick<EventHub, 'publish'>) {
  let last: { tx: Tx; count: number } | undefined

  /**
   * With this new one. Where this transaction begins with what the last one that counted left, it is one more:
   * a rush of requests does not count the whole queue again for each. One that comes to nothing is never the
   * previous of another.
   */
  async function countWithNew(tx: Tx): Promise<number> {
    const count = last && last.tx === database.previous() ? last.count + 1 : await countPending(tx)
    last = { tx, count }
    return count
  }

  return {
    /** For requests that need an admin; those that the server retries itself never come here (1:4.7). */
    async pending(tx: Tx, { id: request_id, media_type, title }: RequestRecord, asker: Asker): Promise<void> {
      const { user_id, username } = asker
      const pending_count = await countWithNew(tx)
      const data = { request_id, user_id, username, media_type, title, pending_count }
      await events.publish(tx, { type: 'request_pending', data }, { to: 'admins' })
    },

    async decided(
      tx: Tx,
      { id: request_id, media_type, title }: RequestRecord,
      decision: { decision: 'approved' | 'denied'; reason?: string },
      user_ids: readonly number[],
    ): Promise<void> {
      const data = { request_id, ...decision, media_type, title }
      await events.publish(tx, { type: 'request_decision', data }, { to: 'users', user_ids })
      // What waited in the inbox of every admin counts as read from now on.
      await events.publish(tx, { type: 'inbox_changed', data: {} }, { to: 'admins' })
    },

    /** Somebody left shared work that goes on: theirs is over, and admins count one less. */
    async left(tx: Tx, request: RequestRecord, user_id: number): Promise<void> {
      const { id: request_id, media_type, instance_id, foreign_id, title } = request
      const data = { request_id, delivery_state: 'cancelled', media_type, instance_id, foreign_id, title }
      await events.publish(tx, { type: 'request_updated', data }, { to: 'users', user_ids: [user_id] })
    },
  }
}

export type RequestEvents = ReturnType<typeof createRequestEvents>
