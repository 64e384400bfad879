import { z } from 'zod'
import { MediaType } from '../instances/instance-types.ts'
import { MAX_ROW_ID, NumericId, NumericIdParam, OpaqueId, RowIdParam, Time } from '../primitives.ts'
import {
  BookFormat,
  CatalogRef,
  DECISIONS,
  DeliveryState,
  RequestResponse,
  RequestStatus,
  SeasonScope,
  TitleUnverified,
} from './requests.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>
const RequestParams = z.object({ id: NumericIdParam })

export const QueueRow = z.object({
  id: NumericId,
  request_id: NumericId,
  user_id: NumericId,
  username: z.string(),
  media_type: MediaType,
  tmdb_id: z.int().optional(),
  tvdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  title: z.string(),
  title_unverified: TitleUnverified,
  poster_path: z.string().optional(),
  book_format: z.enum(['ebook', 'audiobook', 'both']).optional(),
  instance_id: OpaqueId.optional(),
  instance_name: z.string().optional(),
  requester_count: z.int(),
  /** Additive, where several people share the work (C2): everybody who still wants it, in the order of joining. */
  requesters: z.array(z.object({ user_id: NumericId, username: z.string() })).optional(),
  season_scope: SeasonScope.optional(),
  seasons: z.array(z.int()).optional(),
  quality_profile_id: z.int().optional(),
  requested_at: Time,
  park_reason: z.string().optional(),
  wait_reason: z.string().optional(),
  last_attempt_at: Time.optional(),
  add_failure_reason: z.string().optional(),
  delivery: z.array(DeliveryState).optional(),
  catalog_ref: CatalogRef.optional(),
  /** Additive, in the pending queue: the decision that is applied at this time unless it is undone before. */
  decision_due_at: Time.optional(),
  decision_due: z.enum(['approved', 'denied']).optional(),
  /** Additive: why such a decision could not be applied when it was due; the request waits for another one. */
  decision_failed: z.string().optional(),
})
export type QueueRow = z.infer<typeof QueueRow>

export const RequestHistoryRow = QueueRow.extend({
  status: RequestStatus,
  decision: z.enum(DECISIONS),
  decided_at: Time.optional(),
  decided_by: z.string().optional(),
  deny_reason: z.string().optional(),
  /**
   * Additive, with `user_id`: what this person wants of a book, which others may share (C2), and since when.
   * `cancelled`: they left; the work may go on for others.
   */
  own_part: z
    .object({
      requested_at: Time,
      book_format: z.enum(['ebook', 'audiobook', 'both']),
      cancelled: z.boolean(),
    })
    .optional(),
})
export type RequestHistoryRow = z.infer<typeof RequestHistoryRow>

/**
 * Additive: seconds until the decision is applied; until then the request stays pending and the decision can be
 * undone.
 */
const DelaySeconds = z.int().min(0).max(30).optional()

export const listPendingRequests = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/requests',
  summary: 'Requests waiting for approval, oldest first',
  response: z.array(QueueRow),
})

export const listWaitingRequests = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/requests/waiting',
  summary: 'Requests that Foyer retries automatically, oldest first',
  response: z.array(QueueRow),
})

export const listRequestHistory = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/requests/history',
  summary: 'Every request ever made, newest first',
  query: z.object({
    q: z.string().max(200).optional(),
    media_type: MediaType.optional(),
    /** Additive: every request of one movie or show. */
    tmdb_id: RowIdParam.optional(),
    /** Additive: every request of one book or album, by the id it was requested by or filed under. */
    foreign_id: z.string().trim().min(1).max(256).optional(),
    /** Additive: a second id of the same one, where its library has it under another than its page. */
    canonical_foreign_id: z.string().trim().min(1).max(256).optional(),
    decision: z.enum(DECISIONS).optional(),
    /** What somebody asked for or joined (C2). */
    user_id: RowIdParam.optional(),
    before: RowIdParam.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    requests: z.array(RequestHistoryRow),
    requesters: z.array(z.object({ user_id: NumericId, username: z.string() })),
    next_before: NumericId.optional(),
  }),
})

export const approveRequest = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/approve',
  summary: 'Approve a request, as it is or changed',
  params: RequestParams,
  body: z.object({
    season_scope: SeasonScope.optional(),
    seasons: z.array(z.int().min(1)).max(200).optional(),
    quality_profile_id: z.int().min(0).max(MAX_ROW_ID).optional(),
    /** Additive: one of the library's root folders, for this request only. */
    root_folder: z.string().min(1).max(4096).optional(),
    /** Additive: another library of the same kind; quality and root folder are then chosen anew. */
    instance_id: OpaqueId.optional(),
    book_format: z.union([BookFormat, z.literal('both')]).optional(),
    delay_seconds: DelaySeconds,
  }),
  response: RequestResponse.extend({ decision_due_at: Time.optional() }),
  refusals: [
    'not_found',
    'not_pending',
    'book_format_immutable',
    'tv_match_changed',
    'request_quota_exceeded',
    'instance_not_found',
    'wrong_service_type',
    'requester_without_access',
    'already_in_library',
    'already_requested',
  ],
})

export const denyRequest = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/deny',
  summary: 'Deny a request, with a reason the requester reads',
  params: RequestParams,
  body: z.object({ reason: z.string().max(1024).optional(), delay_seconds: DelaySeconds }),
  response: z.object({ success: z.literal(true), decision_due_at: Time.optional() }),
  refusals: ['not_found', 'not_pending'],
})

export const undoRequestDecision = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/undo',
  summary: 'Undo a delayed decision that is not due yet',
  params: RequestParams,
  response: RequestResponse,
  refusals: ['not_found', 'nothing_to_undo'],
})

export const waitForRequest = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/wait',
  summary: 'Watch an author import again whose wait ended',
  params: RequestParams,
  response: RequestResponse,
  refusals: ['not_found', 'not_waiting'],
})
