import type { Tx } from '#db/database.ts'
import { type AlertData, type Alerts, requestTopic } from '#features/notifications/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { createRequestEvents, RequestEvents } from './request-events.ts'
import { heldFormats } from '../deliver/cancel-rules.ts'
import type { Requester } from '../store/request-store.ts'
import { listSubscriptions } from '../store/subscription-store.ts'

/**
 * 1/4.14: a movie or show is identified by its number, a book or album by its id in one library, and by its format when
 * people wait for exactly one.
 */
async function about(tx: Tx, request: RequestRecord): Promise<AlertData> {
  const { id: request_id, media_type, tmdb_id, foreign_id, title, title_unverified, instance_id } = request
  return {
    request_id,
    media_type,
    title,
    ...(title_unverified && { title_unverified }),
    instance_id,
    ...(tmdb_id !== null && { tmdb_id }),
    ...(foreign_id !== null && { foreign_id }),
    ...(media_type === 'book' && (await onlyFormat(tx, request_id))),
  }
}

async function onlyFormat(tx: Tx, request_id: number): Promise<Pick<AlertData, 'book_format'>> {
  const [book_format, ...others] = new Set(heldFormats(await listSubscriptions(tx, [request_id])))
  return book_format && others.length === 0 ? { book_format } : {}
}

/** C69: the topic under which an alert with an unverified title is found again once a provider supplies the title. */
function topicOf({ id, title_unverified }: RequestRecord) {
  return title_unverified ? { topic: requestTopic(id) } : {}
}

/** Alerts about requests, for inboxes and devices. They are saved in the same transaction as the request. */
export function createRequestAlerts(alerts: Pick<Alerts, 'raise' | 'rename' | 'isAutoApprovedWanted'>) {
  return {
    /** For admins. Requests that the server retries by itself are not alerted (1:6.3). */
    pending: async (tx: Tx, request: RequestRecord, { user_id, username }: Requester): Promise<void> =>
      alerts.raise(tx, {
        type: 'request_pending',
        ...topicOf(request),
        audience: { to: 'admins' },
        data: { ...(await about(tx, request)), user_id, username },
      }),

    decided: async (
      tx: Tx,
      request: RequestRecord,
      decision: { decision: 'approved' | 'denied'; reason?: string },
      user_ids: readonly number[],
    ): Promise<void> =>
      alerts.raise(tx, {
        type: 'request_decision',
        ...topicOf(request),
        audience: { to: 'users', user_ids },
        data: { ...(await about(tx, request)), ...decision },
      }),

    /** Puts the verified title into alerts that were raised earlier. */
    renamed: (tx: Tx, { id, title }: RequestRecord): Promise<void> => alerts.rename(tx, id, title),

    /** Accepted without review: notifies the requester, and the admins who want to know. */
    async autoApproved(tx: Tx, request: RequestRecord, { user_id, username }: Requester): Promise<void> {
      if (!(await alerts.isAutoApprovedWanted(tx, user_id))) return
      await alerts.raise(tx, {
        type: 'request_auto_approved',
        ...topicOf(request),
        audience: { to: 'users_and_admins', user_ids: [user_id] },
        data: { ...(await about(tx, request)), user_id, username },
      })
    },
  }
}

export type RequestAlerts = ReturnType<typeof createRequestAlerts>

/** Publishes the event and raises the alert together, so that neither is forgotten. */
export function alsoAlerting(
  events: ReturnType<typeof createRequestEvents>,
  alerts: RequestAlerts,
): RequestEvents {
  return {
    ...events,
    async pending(tx, request, requester) {
      await events.pending(tx, request, requester)
      await alerts.pending(tx, request, requester)
    },
    alertPending: alerts.pending,
    async decided(tx, request, decision, user_ids) {
      await events.decided(tx, request, decision, user_ids)
      await alerts.decided(tx, request, decision, user_ids)
    },
  }
}
