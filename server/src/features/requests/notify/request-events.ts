import type { DeliveryStateName } from '@foyer/contract/requests'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { type Asker, countPending } from '../store/request-store.ts'
import { titleOf } from '../follow/response-rules.ts'
import { subscribersOf } from '../store/subscription-store.ts'

/** What open pages hear of decisions (1/6); of deliveries they hear from those who deliver. */
export function createRequestEvents(database: Pick<Database, 'previous'>, events: Events) {
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

  async function publish(tx: Tx, request: RequestRecord, asker: Asker, pending_count: number): Promise<void> {
    const { id: request_id, media_type } = request
    const { user_id, username } = asker
    const data = { request_id, user_id, username, media_type, ...titleOf(request), pending_count }
    await events.publish(tx, { type: 'request_pending', data }, { to: 'admins' })
  }

  return {
    /** For requests that need an admin; those that the server retries itself never come here (1:4.7). */
    pending: async (tx: Tx, request: RequestRecord, asker: Asker): Promise<void> =>
      publish(tx, request, asker, await countWithNew(tx)),

    /** The same for a request that an earlier transaction saved (C69): the count includes it already. */
    async publishPending(tx: Tx, request: RequestRecord, asker: Asker): Promise<void> {
      const count = await countPending(tx)
      last = { tx, count }
      await publish(tx, request, asker, count)
    },

    async decided(
      tx: Tx,
      request: RequestRecord,
      decision: { decision: 'approved' | 'denied'; reason?: string },
      user_ids: readonly number[],
    ): Promise<void> {
      const { id: request_id, media_type } = request
      const data = { request_id, ...decision, media_type, ...titleOf(request) }
      await events.publish(tx, { type: 'request_decision', data }, { to: 'users', user_ids })
      // What waited in the inbox of every admin counts as read from now on.
      await events.publish(tx, { type: 'inbox_changed', data: {} }, { to: 'admins' })
    },

    /** C69: a provider named it, so whoever has it on a page reads it again. */
    async renamed(tx: Tx, request: RequestRecord, delivery_state: DeliveryStateName): Promise<void> {
      const data = updateData(request, delivery_state)
      const user_ids = [...new Set([request.user_id, ...(await subscribersOf(tx, request.id))])]
      await events.publish(tx, { type: 'request_updated', data }, { to: 'users_and_admins', user_ids })
    },

    /** The queue of admins shows something else of it; nobody else sees a change. */
    async queueChanged(tx: Tx, request: RequestRecord, delivery_state: DeliveryStateName): Promise<void> {
      const data = updateData(request, delivery_state)
      await events.publish(tx, { type: 'request_updated', data }, { to: 'admins' })
    },

    /** Somebody left shared work that goes on: theirs is over, and admins count one less. */
    async left(tx: Tx, request: RequestRecord, user_id: number): Promise<void> {
      const { id: request_id, media_type, instance_id, foreign_id } = request
      const what = { media_type, instance_id, foreign_id, ...titleOf(request) }
      const data = { request_id, delivery_state: 'cancelled', ...what }
      await events.publish(tx, { type: 'request_updated', data }, { to: 'users', user_ids: [user_id] })
    },
  }
}

/** The data of `request_updated` (1/6). */
function updateData(request: RequestRecord, delivery_state: DeliveryStateName) {
  const { id: request_id, media_type, instance_id, foreign_id, tmdb_id } = request
  const names = { ...(foreign_id !== null && { foreign_id }), ...(tmdb_id !== null && { tmdb_id }) }
  return { request_id, delivery_state, media_type, instance_id, ...names, ...titleOf(request) }
}

export interface RequestEvents extends ReturnType<typeof createRequestEvents> {
  /** The alert of `pending` alone: its event follows by `publishPending`, once the title was read (C69). */
  alertPending(tx: Tx, request: RequestRecord, asker: Asker): Promise<void>
}
