import { z } from 'zod'
import { DateOnly, NumericId, NumericIdParam, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TvMatch } from './tv-match.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>
const ShowParams = z.object({ tmdb_id: NumericIdParam })
const At = z.object({ instance_id: OpaqueId.optional() })

/** The possible obstacles between a show and the seasons of a library. */
const ON_THE_WAY = [
  'not_found',
  'instance_not_found',
  'no_instance',
  'upstream_failed',
  'metadata_unconfigured',
] as const

const SourceSeason = z.object({
  season_number: z.int(),
  name: z.string(),
  episode_count: z.int(),
  air_date: DateOnly.optional(),
})
export type SourceSeason = z.infer<typeof SourceSeason>

const TargetSeason = z.object({
  season_number: z.int(),
  monitored: z.boolean(),
  /** All known seasons, aired or not, so that both sides can be compared. */
  episode_count: z.int(),
  episode_file_count: z.int(),
})
export type TargetSeason = z.infer<typeof TargetSeason>

const TvMatchDetail = z.object({
  match: TvMatch,
  source_seasons: z.array(SourceSeason),
  target_seasons: z.array(TargetSeason),
  instance_id: OpaqueId.optional(),
})
export type TvMatchDetail = z.infer<typeof TvMatchDetail>

const TvMatchRow = TvMatch.extend({ updated_at: Time.optional(), updated_by: z.string().optional() })
export type TvMatchRow = z.infer<typeof TvMatchRow>

const TvMatchCandidate = z.object({
  tvdb_id: z.int(),
  title: z.string(),
  year: z.int().optional(),
  overview: z.string().optional(),
  poster: z.string().optional(),
  status: z.string().optional(),
  seasons: z.array(z.int()),
  in_library: z.boolean(),
})
export type TvMatchCandidate = z.infer<typeof TvMatchCandidate>

const Change = At.extend({ revision: z.string() })

/** `paused` and `default` ignore the fields of a custom match. */
const TvMatchChange = z.discriminatedUnion('mode', [
  Change.extend({
    mode: z.literal('custom'),
    tvdb_id: NumericId,
    season_map: z
      .record(z.string().regex(/^[1-9][0-9]{0,3}$/, 'Use season numbers from 1.'), z.int().min(0))
      .refine(map => Object.keys(map).length > 0, 'Map at least one season.'),
  }),
  Change.extend({ mode: z.literal('paused') }),
  Change.extend({ mode: z.literal('default') }),
])
export type TvMatchChange = z.infer<typeof TvMatchChange>

export const listTvMatches = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches',
  summary: 'Shows whose match is bundled, custom or paused',
  response: z.array(TvMatchRow),
})

export const listTvMatchCandidates = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches/candidates',
  summary: 'Series that a show could be, by title or TVDB id',
  query: At.extend({ q: z.string().trim().min(1).max(200) }),
  response: z.array(TvMatchCandidate),
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
  refusals: ON_THE_WAY,
})

export const putTvMatch = defineRoute({
  ...managed,
  method: 'PUT',
  path: '/api/admin/tv-matches/{tmdb_id}',
  summary: 'Set, pause or release the match of a show',
  params: ShowParams,
  body: TvMatchChange,
  response: TvMatchDetail,
  refusals: ['stale_revision', ...ON_THE_WAY],
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
  refusals: ['stale_revision', ...ON_THE_WAY],
})
