import { z } from 'zod'
import { MediaType } from '../instances/instance-types.ts'
import {
  asSent,
  DateOnly,
  NUMBER,
  NumericId,
  NumericIdParam,
  OpaqueId,
  RowIdParam,
  TEXT,
  Time,
} from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TvMatch } from '../tv-matches/tv-match.ts'

const asRequester = {
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
} as const satisfies Partial<RouteDefinition>

export const REQUEST_STATUSES = [
  'unavailable',
  'requested',
  'pending',
  'denied',
  'downloading',
  'partial',
  'available',
] as const
export const RequestStatus = z.enum(REQUEST_STATUSES)
export type RequestStatus = z.infer<typeof RequestStatus>

export const UNKNOWN_REASONS = ['identity_ambiguous', 'format_unresolved', 'library_unavailable'] as const
export const UnknownReason = z.enum(UNKNOWN_REASONS)
export type UnknownReason = z.infer<typeof UnknownReason>

export const DELIVERY_STATES = [
  'approval',
  'queued',
  'processing',
  'retry',
  'waiting_library',
  'attention',
  'complete',
  'cancelled',
] as const
export type DeliveryStateName = (typeof DELIVERY_STATES)[number]

/** The reason for a delivery's state; on `complete` the resulting status (1/4.6). */
export const DELIVERY_CODES = [
  'catalog_retired',
  'retry_limit',
  'access_unavailable',
  'instance_missing',
  'service_unavailable',
  'library_unavailable',
  'catalog_unavailable',
  'request_unavailable',
  'metadata_unresolved',
  'editions_unavailable',
  'delivery_default_missing',
  'book_configuration',
  'author_import',
  'import_failed',
  'import_cancelled',
  'import_status_unavailable',
  'import_identity_unavailable',
  'import_identity_unresolved',
  'import_identity_ambiguous',
  'library_identity_unresolved',
  'manual_import_retry',
  'tv_match_changed',
  'tv_match_paused',
  'tv_seasons_unmapped',
  'tv_match_ambiguous',
  'tv_metadata_unavailable',
  'tv_target_missing',
  'tv_metadata_refresh',
  'tv_pilot_unavailable',
] as const
export const DeliveryCode = z.enum([...DELIVERY_CODES, ...REQUEST_STATUSES])
export type DeliveryCode = z.infer<typeof DeliveryCode>

export const DECISIONS = ['pending', 'approved', 'denied', 'cancelled', 'unknown'] as const
export type Decision = (typeof DECISIONS)[number]

export const SEASON_SCOPES = ['all', 'first', 'latest', 'pilot'] as const
export const SeasonScope = z.enum(SEASON_SCOPES)
export type SeasonScope = z.infer<typeof SeasonScope>

export const BookFormat = z.enum(['ebook', 'audiobook'])
export type BookFormat = z.infer<typeof BookFormat>

export const CatalogRef = z.object({ provider: z.string(), id: z.string() })
export type CatalogRef = z.infer<typeof CatalogRef>

export const DeliveryState = z.object({
  request_id: NumericId,
  format: BookFormat.optional(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  last_attempt_at: Time.optional(),
  /** Only while it is queued or between two attempts. */
  next_attempt_at: Time.optional(),
  park_reason: z.enum(['delivery', 'author_import']).optional(),
  code: DeliveryCode.optional(),
  message: z.string(),
  can_manage: z.boolean(),
  can_cancel: z.boolean(),
})
export type DeliveryState = z.infer<typeof DeliveryState>

export const FormatWait = z.object({
  reason: z.string(),
  waiting_since: Time,
  last_attempt_at: Time.optional(),
})
export type FormatWait = z.infer<typeof FormatWait>

export const BookFormats = z.object({ ebook: RequestStatus, audiobook: RequestStatus })
export const FormatWaits = z.object({ ebook: FormatWait.optional(), audiobook: FormatWait.optional() })

/** The fields that decide which library a selection is for. */
const place = {
  media_type: MediaType,
  instance_id: OpaqueId.optional(),
  /** Additive: an admin requests for somebody else, by their rules and allowances. */
  on_behalf_of: NumericId.optional(),
}

/** The structure of a selection; the slice validates the values for each medium (1/4.6). */
export const RequestSelection = z.object({
  ...place,
  /** Movies and shows, greater than 0. */
  tmdb_id: z.number().optional(),
  /** A hint only. */
  tvdb_id: z.number().optional(),
  /** At most 512 characters, like `search_term`. */
  title: z.string().optional(),
  /** Books and music; a lowercase UUID for music. */
  foreign_id: z.string().optional(),
  book_format: z.enum(['ebook', 'audiobook', 'both']).optional(),
  search_term: z.string().optional(),
  season_scope: SeasonScope.optional(),
  /** Overrides `season_scope`; 1 to 200 season numbers from 1. */
  seasons: z.array(z.number()).optional(),
  quality_profile_id: z.number().optional(),
  catalog_ref: CatalogRef.optional(),
})
export type Selection = z.infer<typeof RequestSelection>

/** A selection as sent: access to the library is checked before the structure of the rest (C17). */
export const SentSelection = z.object({
  ...place,
  tmdb_id: asSent(NUMBER),
  tvdb_id: asSent(NUMBER),
  title: asSent(TEXT),
  foreign_id: asSent(TEXT),
  book_format: asSent({ ...TEXT, enum: ['ebook', 'audiobook', 'both'] }),
  search_term: asSent(TEXT),
  season_scope: asSent({ ...TEXT, enum: [...SEASON_SCOPES] }),
  seasons: asSent({ type: 'array', items: NUMBER }),
  quality_profile_id: asSent(NUMBER),
  catalog_ref: asSent({
    type: 'object',
    properties: { provider: TEXT, id: TEXT },
    required: ['provider', 'id'],
  }),
})
export type SentSelection = z.infer<typeof SentSelection>

/** C69: present while the title comes from the requester and no provider has verified it yet. */
export const TitleUnverified = z.literal(true).optional()

export const RequestResponse = z.object({
  success: z.literal(true),
  request_id: NumericId,
  status: RequestStatus,
  title: z.string(),
  title_unverified: TitleUnverified,
  media_type: MediaType,
  instance_id: OpaqueId.optional(),
  message: z.string().optional(),
  catalog_ref: CatalogRef.optional(),
  delivery: z.array(DeliveryState),
  book_formats: BookFormats.optional(),
  book_format_waits: FormatWaits.optional(),
  canonical_foreign_id: z.string().optional(),
  seasons: z.array(z.int()).optional(),
  match: TvMatch.optional(),
  status_known: z.boolean(),
  status_unknown_reason: UnknownReason.optional(),
})
export type RequestResponse = z.infer<typeof RequestResponse>

export const RequestRow = z.object({
  request_id: NumericId,
  media_type: MediaType,
  tmdb_id: z.int().optional(),
  foreign_id: z.string().optional(),
  book_format: BookFormat.optional(),
  instance_id: OpaqueId.optional(),
  instance_name: z.string().optional(),
  title: z.string(),
  title_unverified: TitleUnverified,
  poster_path: z.string().optional(),
  season_scope: SeasonScope.optional(),
  seasons: z.array(z.int()).optional(),
  status: RequestStatus,
  status_known: z.boolean(),
  status_unknown_reason: UnknownReason.optional(),
  deny_reason: z.string().optional(),
  requested_at: Time,
  decided_at: Time.optional(),
  canonical_foreign_id: z.string().optional(),
  book_format_wait: FormatWait.optional(),
  /** Additive: for a requested movie or show that is not available yet, the release dates known to its library. */
  releases: z
    .object({
      in_cinemas: DateOnly.optional(),
      digital: DateOnly.optional(),
      next_airing: DateOnly.optional(),
    })
    .optional(),
  catalog_ref: CatalogRef.optional(),
  delivery: z.array(DeliveryState),
})
export type RequestRow = z.infer<typeof RequestRow>

/** The body limit for creating and previewing is 64 KiB (0.3). */
export const SELECTION_LIMIT = 64 * 1024

export const postRequest = defineRoute({
  ...asRequester,
  method: 'POST',
  path: '/api/requests',
  summary: 'Request a title; the request is saved before anything else happens',
  body: SentSelection,
  body_limit: SELECTION_LIMIT,
  response: RequestResponse,
  status: 201,
  refusals: [
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'forbidden',
    'not_found',
    'title_hidden',
    'choice_not_allowed',
    'catalog_retired',
    'request_quota_exceeded',
    'metadata_unconfigured',
    'upstream_failed',
    'unavailable',
  ],
})

export const listRequests = defineRoute({
  ...asRequester,
  method: 'GET',
  path: '/api/requests',
  summary: 'Your requests, newest first',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(200),
    before_id: RowIdParam.optional(),
  }),
  response: z.array(RequestRow),
})

export const getDeliveryStatus = defineRoute({
  ...asRequester,
  method: 'GET',
  path: '/api/requests/delivery-status',
  summary: 'The status of a saved request, by its id or by its title',
  query: z.object({
    request_id: NumericIdParam.optional(),
    media_type: MediaType.optional(),
    instance_id: OpaqueId.optional(),
    /** Validated after the library, because a 403 precedes a 400 (C17). */
    foreign_id: z.string().optional(),
    catalog_provider: z.string().optional(),
    catalog_id: z.string().optional(),
    include_live: z
      .string()
      .meta({ enum: ['true', 'false'], default: 'true' })
      .optional(),
  }),
  response: RequestResponse,
  refusals: ['not_found', 'instance_forbidden'],
})

export const postDeliveryAction = defineRoute({
  ...asRequester,
  method: 'POST',
  path: '/api/requests/{id}/delivery',
  summary: 'Try a delivery again, or cancel it',
  params: z.object({ id: NumericIdParam }),
  body: z.object({
    /** `confirm` is retired and answered with 410. */
    action: z.enum(['retry', 'cancel', 'confirm']),
    book_format: BookFormat.optional(),
  }),
  response: RequestResponse,
  refusals: ['not_found', 'invalid_delivery_state', 'catalog_retired'],
})
