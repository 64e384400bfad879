import { z } from 'zod'
import { MAX_ROW_ID, NumericId, NumericIdParam, RowIdParam, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const inbox = { access: 'user', spec: '1:4.14' } as const satisfies Partial<RouteDefinition>

/** The subject of an alert, with the fields of its push data (1/4.14); `title` is present whenever it is known. */
export const NoticeData = z.object({
  media_type: z.enum(['movie', 'tv', 'book', 'music']).optional(),
  tmdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  title: z.string().optional(),
  /** C69: the title comes from the requester; no provider has verified it yet. */
  title_unverified: z.literal(true).optional(),
  instance_id: z.string().optional(),
  book_format: z.string().optional(),
  request_id: z.int().optional(),
  issue_id: z.int().optional(),
  proposal_id: z.int().optional(),
  user_id: z.int().optional(),
  username: z.string().optional(),
  count: z.int().optional(),
  decision: z.enum(['approved', 'denied']).optional(),
  reason: z.string().optional(),
  instance_name: z.string().optional(),
  /** `watched_…`: what happened to a title on the watchlist, and to which season. */
  watch: z.enum(['askable', 'released', 'arrived']).optional(),
  season_number: z.int().optional(),
  /** `webhook_lost` (C60): the problem with the webhook, and the action taken. */
  webhook_state: z.string().optional(),
  webhook_action: z.enum(['restored', 'failed', 'none']).optional(),
})
export type NoticeData = z.infer<typeof NoticeData>

export const InboxEntry = z.object({
  id: NumericId,
  /** The event, as in push data: `request_decision`, `new_movie` … */
  type: z.string(),
  data: NoticeData,
  /** The page it links to, below the base path. */
  path: z.string(),
  created_at: Time,
  read_at: Time.nullable(),
})
export type InboxEntry = z.infer<typeof InboxEntry>

const Unread = z.object({ unread: z.int() })

export const getInbox = defineRoute({
  ...inbox,
  method: 'GET',
  path: '/api/notifications/inbox',
  summary: 'The caller’s notifications, newest first; titles they may no longer see are left out',
  query: z.object({
    /** Entries older than this one. */
    before: RowIdParam.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  response: Unread.extend({
    entries: z.array(InboxEntry),
    /** For `before` of the next page; null at the end. */
    next: NumericId.nullable(),
  }),
})

export const getInboxUnread = defineRoute({
  ...inbox,
  method: 'GET',
  path: '/api/notifications/inbox/unread',
  summary: 'The number of unread notifications of the caller',
  response: Unread,
})

export const postInboxRead = defineRoute({
  ...inbox,
  method: 'POST',
  path: '/api/notifications/inbox/read',
  summary: 'Mark notifications as read: all, or up to a given one, so that newer ones stay unread',
  body: z.object({
    /** As in a query, a larger id is reduced to the largest possible one. */
    through: NumericId.transform(id => Math.min(id, MAX_ROW_ID)).optional(),
  }),
  response: Unread,
})

export const postInboxEntryRead = defineRoute({
  ...inbox,
  method: 'POST',
  path: '/api/notifications/inbox/{id}/read',
  summary: 'Mark one notification as read',
  params: z.object({ id: NumericIdParam }),
  response: Unread,
  refusals: ['not_found'],
})
