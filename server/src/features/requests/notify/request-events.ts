import type { DeliveryStateName } from '@foyer/contract/requests/requests'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { type Requester, countPending } from '../store/request-store.ts'
import { titleOf } from '../follow/response-rules.ts'
import { subscribersOf } from '../store/subscription-store.ts'

/** Events about decisions for open pages (1/6). Delivery events come from the delivery slice. */
export function createRequestEvents(database: Pick<Database, 'previous'>, events: Events) {
  let last: { tx: Tx; count: number } | undefined

  /**
   * The pending count including this new request. If this transaction directly follows the one that counted last, the
   * count is that number plus one: a burst of requests does not count the whole queue each time. A transaction that is
   * rolled back is never another's predecessor.
   */
  async function countWithNew(tx: Tx): Promise<number> {
    const count = last && last.tx === database.previous() ? last.count + 1 : await countPending(tx)
    last = { tx, count }
    return count
  }

  async function publish(
    tx: Tx,
    request: RequestRecord,
    requester: Requester,
    pending_count: number,
  ): Promise<void> {
    const { id: request_id, media_type } = request
    const { user_id, username } = requester
    const data = { request_id, user_id, username, media_type, ...titleOf(request), pending_count }
    await events.publish(tx, { type: 'request_pending', data }, { to: 'admins' })
  }

  return {
    /** For requests that need an admin; requests the server retries by itself are not published (1:4.7). */
    pending: async (tx: Tx, request: RequestRecord, requester: Requester): Promise<void> =>
      publish(tx, request, requester, await countWithNew(tx)),

    /** For a request saved by an earlier transaction (C69): the count already includes it. */
    async publishPending(tx: Tx, request: RequestRecord, requester: Requester): Promise<void> {
      const count = await countPending(tx)
      last = { tx, count }
      await publish(tx, request, requester, count)
    },

    async decided(
      tx: Tx,
      request: RequestRecord,
      decision: { decision: 'approved' | 'denied'; reason?: string },
      user_ids: readonly number[],
    ): Promise<void> {
      const { id: request_id, media_type, tmdb_id } = request
      const data = { request_id, ...decision, media_type, ...titleOf(request) }
      const event = { type: 'request_decision', data, about: { media_type, tmdb_id } }
      await events.publish(tx, event, { to: 'users', user_ids })
      // The inbox entries of every admin about it count as read from now on.
      await events.publish(tx, { type: 'inbox_changed', data: {} }, { to: 'admins' })
    },

    /** C69: a provider supplied the title, so open pages reload the request. */
    async renamed(tx: Tx, request: RequestRecord, delivery_state: DeliveryStateName): Promise<void> {
      const data = updateData(request, delivery_state)
      const user_ids = [...new Set([request.user_id, ...(await subscribersOf(tx, request.id))])]
      await events.publish(tx, { type: 'request_updated', data }, { to: 'users_and_admins', user_ids })
    },

    /** Only the admins' queue shows a change. */
    async queueChanged(tx: Tx, request: RequestRecord, delivery_state: DeliveryStateName): Promise<void> {
      const data = updateData(request, delivery_state)
      await events.publish(tx, { type: 'request_updated', data }, { to: 'admins' })
    },

    /**
     * Somebody left shared work that continues for others: it is over for them. The others and admins see one
     * subscriber fewer, and the work in the state that it has (1/6).
     */
    async left(
      tx: Tx,
      request: RequestRecord,
      { user_id, delivery_state }: { user_id: number; delivery_state: DeliveryStateName },
    ): Promise<void> {
      const over = { type: 'request_updated', data: updateData(request, 'cancelled') } as const
      await events.publish(tx, over, { to: 'users', user_ids: [user_id] })
      const concerned = new Set([request.user_id, ...(await subscribersOf(tx, request.id))])
      // Also when the leaver keeps another format: the last word they receive is about what they left.
      concerned.delete(user_id)
      const data = updateData(request, delivery_state)
      const audience = { to: 'users_and_admins', user_ids: [...concerned] } as const
      await events.publish(tx, { type: 'request_updated', data }, audience)
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
  /** Raises only the alert of `pending`; its event follows with `publishPending` once the title was read (C69). */
  alertPending(tx: Tx, request: RequestRecord, requester: Requester): Promise<void>
}
