import { z } from 'zod'
import { NumericId, NumericIdParam, OpaqueId, Time, DateOnly } from './primitives.ts'
import { RequestResponse, RequestStatus } from './requests.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { TvMatch } from './tv-match.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>
const ShowParams = z.object({ tmdb_id: NumericIdParam })
const Revision = z.string().regex(/^[0-9a-f]{24}$/)
const At = z.object({ instance_id: OpaqueId.optional() })

export const TvMatchDetail = z.object({
  match: TvMatch,
  source_seasons: z.array(
    z.object({
      season_number: z.int(),
      name: z.string(),
      episode_count: z.int(),
      air_date: DateOnly.optional(),
    }),
  ),
  target_seasons: z.array(
    z.object({
      season_number: z.int(),
      monitored: z.boolean(),
      episode_count: z.int(),
      episode_file_count: z.int(),
    }),
  ),
  instance_id: OpaqueId.optional(),
})
export type TvMatchDetail = z.infer<typeof TvMatchDetail>

const RepairTarget = z.object({
  match: TvMatch,
  source_seasons: z.array(z.int()),
  target_seasons: z.array(z.int()),
  pilot: z.boolean(),
})
export type RepairTarget = z.infer<typeof RepairTarget>

export const TvRepair = z.object({
  request_id: NumericId,
  title: z.string(),
  username: z.string(),
  status: RequestStatus,
  instance_id: OpaqueId,
  instance_name: z.string(),
  recorded_target: RepairTarget.optional(),
  recorded_tvdb_id: z.int().optional(),
  recorded_target_known: z.boolean(),
  intended_target: RepairTarget.optional(),
  revision: Revision,
  repair_request_id: NumericId.optional(),
  requires_approval: z.boolean(),
  can_repair: z.boolean(),
  message: z.string(),
})
export type TvRepair = z.infer<typeof TvRepair>

export const listTvMatches = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches',
  summary: 'Shows whose match is bundled, custom or paused',
  response: z.array(TvMatch.extend({ updated_at: Time.optional(), updated_by: z.string().optional() })),
})

export const listTvMatchCandidates = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches/candidates',
  summary: 'Series that a show could be, by title or TVDB id',
  query: At.extend({ q: z.string().min(1).max(200) }),
  response: z.array(
    z.object({
      tvdb_id: z.int(),
      title: z.string(),
      year: z.int().optional(),
      overview: z.string().optional(),
      poster: z.string().optional(),
      status: z.string().optional(),
      seasons: z.array(z.int()),
      in_library: z.boolean(),
    }),
  ),
  refusals: ['instance_not_found', 'no_instance', 'upstream_failed'],
})

export const getTvMatch = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches/{tmdb_id}',
  summary: 'How a show is matched, with the seasons of both sides',
  params: ShowParams,
  query: At,
  response: TvMatchDetail,
  refusals: ['not_found', 'instance_not_found', 'upstream_failed', 'metadata_unconfigured'],
})

export const putTvMatch = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/tv-matches/{tmdb_id}',
  summary: 'Set, pause or release the match of a show',
  params: ShowParams,
  body: At.extend({
    revision: z.string(),
    mode: z.enum(['custom', 'paused', 'default']),
    tvdb_id: NumericId.optional(),
    season_map: z.record(z.string(), z.int().min(0)).optional(),
  }),
  response: TvMatchDetail,
  refusals: ['not_found', 'stale_revision', 'instance_not_found', 'upstream_failed', 'metadata_unconfigured'],
})

export const deleteTvMatch = defineRoute({
  ...managed,
  method: 'DELETE',
  path: '/api/admin/tv-matches/{tmdb_id}',
  summary: 'Go back to the default match; the revision comes as body or query',
  params: ShowParams,
  query: At.extend({ revision: z.string().optional() }),
  body: At.extend({ revision: z.string().optional() }).optional(),
  response: TvMatchDetail,
  refusals: ['not_found', 'stale_revision', 'instance_not_found', 'upstream_failed', 'metadata_unconfigured'],
})

export const listTvRepairs = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches/{tmdb_id}/repairs',
  summary: 'Accepted requests that went by another match, at most 200',
  params: ShowParams,
  query: At,
  response: z.array(TvRepair),
  refusals: ['not_found', 'upstream_failed'],
})

export const repairTvMatch = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/repair-tv-match',
  summary: 'Ask again by the corrected match; repeating it changes nothing',
  params: z.object({ id: NumericIdParam }),
  body: z.object({ revision: z.string() }),
  response: RequestResponse,
  status: 201,
  refusals: ['not_found', 'stale_revision', 'not_repairable'],
})
