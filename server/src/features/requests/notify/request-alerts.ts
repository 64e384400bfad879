import type { Tx } from '#db/database.ts'
import { type AlertData, type Alerts, requestTopic } from '#features/notifications/index.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { createRequestEvents, RequestEvents } from './request-events.ts'
import type { Asker } from '../store/request-store.ts'

/** 1/4.14 — a movie or show goes by its number, a book or album by its id in one library. */
function about(request: RequestRecord): AlertData {
  const { id: request_id, media_type, tmdb_id, foreign_id, title, title_unverified, instance_id } = request
  return {
    request_id,
    media_type,
    title,
    ...(title_unverified && { title_unverified }),
    instance_id,
    ...(tmdb_id !== null && { tmdb_id }),
    ...(foreign_id !== null && { foreign_id }),
  }
}

/** C69: an alert with a title that only the requester vouches for is found again when a provider names it. */
function topicOf({ id, title_unverified }: RequestRecord) {
  return title_unverified ? { topic: requestTopic(id) } : {}
}

/** What people's devices and inboxes hear of requests, saved with the request itself. */
export function createRequestAlerts(alerts: Pick<Alerts, 'raise' | 'rename' | 'isAutoApprovedWanted'>) {
  return {
    /** Admins; rows that the server retries itself never come here (1:6.3). */
    pending: (tx: Tx, request: RequestRecord, { user_id, username }: Asker): Promise<void> =>
      alerts.raise(tx, {
        type: 'request_pending',
        ...topicOf(request),
        audience: { to: 'admins' },
        data: { ...about(request), user_id, username },
      }),

    decided: (
      tx: Tx,
      request: RequestRecord,
      decision: { decision: 'approved' | 'denied'; reason?: string },
      user_ids: readonly number[],
    ): Promise<void> =>
      alerts.raise(tx, {
        type: 'request_decision',
        ...topicOf(request),
        audience: { to: 'users', user_ids },
        data: { ...about(request), ...decision },
      }),

    /** What was raised about it by another title says the right one from now on. */
    renamed: (tx: Tx, { id, title }: RequestRecord): Promise<void> => alerts.rename(tx, id, title),

    /** Accepted without review: the person who asked, and admins, as far as they want to know. */
    async autoApproved(tx: Tx, request: RequestRecord, { user_id, username }: Asker): Promise<void> {
      if (!(await alerts.isAutoApprovedWanted(tx))) return
      await alerts.raise(tx, {
        type: 'request_auto_approved',
        ...topicOf(request),
        audience: { to: 'users_and_admins', user_ids: [user_id] },
        data: { ...about(request), user_id, username },
      })
    },
  }
}

export type RequestAlerts = ReturnType<typeof createRequestAlerts>

/** The same for open pages and for devices: whoever tells the one tells the other. */
export function alsoAlerting(
  events: ReturnType<typeof createRequestEvents>,
  alerts: RequestAlerts,
): RequestEvents {
  return {
    ...events,
    async pending(tx, request, asker) {
      await events.pending(tx, request, asker)
      await alerts.pending(tx, request, asker)
    },
    alertPending: alerts.pending,
    async decided(tx, request, decision, user_ids) {
      await events.decided(tx, request, decision, user_ids)
      await alerts.decided(tx, request, decision, user_ids)
    },
  }
}
