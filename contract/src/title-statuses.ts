import { z } from 'zod'
import { NumericId, NumericIdParam, OpaqueId, DateOnly } from './primitives.ts'
import {
  BookFormats,
  CatalogRef,
  DeliveryState,
  FormatWaits,
  RequestStatus,
  UnknownReason,
} from './requests/requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { TvMatch } from './tv-matches/tv-match.ts'

const asRequester = {
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
} as const satisfies Partial<RouteDefinition>

export const ScreenType = z.enum(['movie', 'tv'])

export const SeasonStatus = z.object({
  season_number: z.int(),
  status: RequestStatus,
  progress: z.number(),
  /** Aired so far. */
  episode_count: z.int(),
  episode_file_count: z.int(),
  monitored: z.boolean(),
  /** Additive: for a requested season of which nothing has aired, its first day. */
  next_airing: DateOnly.optional(),
})
export type SeasonStatus = z.infer<typeof SeasonStatus>

/** Live status combined with the caller's own saved request; unknown is not absent (1:4.8.8). */
export const StatusResponse = z.object({
  status: RequestStatus,
  progress: z.number(),
  status_known: z.boolean(),
  status_unknown_reason: UnknownReason.optional(),
  seasons: z.array(SeasonStatus).optional(),
  book_formats: BookFormats.optional(),
  book_format_waits: FormatWaits.optional(),
  canonical_foreign_id: z.string().optional(),
  releases: z.object({ in_cinemas: DateOnly.optional(), digital: DateOnly.optional() }).optional(),
  instance_statuses: z
    .record(z.string(), z.object({ status: RequestStatus, status_known: z.boolean().optional() }))
    .optional(),
  match: TvMatch.optional(),
  request_id: NumericId.optional(),
  instance_id: OpaqueId.optional(),
  catalog_ref: CatalogRef.optional(),
  delivery: z.array(DeliveryState).optional(),
})
export type StatusResponse = z.infer<typeof StatusResponse>

export const getTitleStatus = defineRoute({
  ...asRequester,
  method: 'GET',
  path: '/api/requests/{tmdb_id}/status',
  summary: 'The library status of a movie or show',
  params: z.object({ tmdb_id: NumericIdParam }),
  query: z.object({
    media_type: ScreenType,
    instance_id: OpaqueId.optional(),
    /** `true` or `false`; validated after the library, because a 403 precedes a 400 (C17). */
    include_instance_statuses: z.string().optional(),
  }),
  response: StatusResponse,
  refusals: ['instance_forbidden', 'instance_not_found', 'not_found', 'unavailable'],
})

export const TitleCard = z.object({
  media_type: ScreenType,
  tmdb_id: NumericId,
  status: RequestStatus,
  status_known: z.boolean(),
  progress: z.number(),
})
export type TitleCard = z.infer<typeof TitleCard>

/** Additive: the status marks of a whole page of cards in one call, from one read of the library. */
export const postTitleStatuses = defineRoute({
  ...asRequester,
  method: 'POST',
  path: '/api/requests/statuses',
  summary: 'The status of up to a hundred movies and shows; titles the caller may not see are left out',
  body: z.object({
    items: z
      .array(z.object({ media_type: ScreenType, tmdb_id: NumericId }))
      .min(1)
      .max(100),
    instance_id: OpaqueId.optional(),
  }),
  response: z.object({ items: z.array(TitleCard) }),
  refusals: ['instance_forbidden', 'instance_not_found', 'unavailable'],
})
