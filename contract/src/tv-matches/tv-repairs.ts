import { z } from 'zod'
import { NumericId, NumericIdParam, OpaqueId } from '../primitives.ts'
import { RequestResponse, RequestStatus } from '../requests/requests.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TvMatch, TvMatchRevision } from './tv-match.ts'

const managed = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
} as const satisfies Partial<RouteDefinition>

/** The target of a request: its seasons in both numberings. */
const RepairTarget = z.object({
  match: TvMatch,
  source_seasons: z.array(z.int()),
  target_seasons: z.array(z.int()),
  pilot: z.boolean(),
})
export type RepairTarget = z.infer<typeof RepairTarget>

const TvRepair = z.object({
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
  revision: TvMatchRevision,
  repair_request_id: NumericId.optional(),
  requires_approval: z.boolean(),
  can_repair: z.boolean(),
  message: z.string(),
})
export type TvRepair = z.infer<typeof TvRepair>

export const listTvRepairs = defineRoute({
  ...managed,
  method: 'GET',
  path: '/api/admin/tv-matches/{tmdb_id}/repairs',
  summary: 'Accepted requests for a show with their recorded and current targets, at most 200',
  params: z.object({ tmdb_id: NumericIdParam }),
  query: z.object({ instance_id: OpaqueId.optional() }),
  response: z.array(TvRepair),
  refusals: ['not_found', 'instance_not_found', 'upstream_failed', 'metadata_unconfigured'],
})

export const repairTvMatch = defineRoute({
  ...managed,
  method: 'POST',
  path: '/api/admin/requests/{id}/repair-tv-match',
  summary: 'Request again with the corrected match; repeating it changes nothing',
  params: z.object({ id: NumericIdParam }),
  body: z.object({ revision: z.string() }),
  response: RequestResponse,
  status: 201,
  refusals: ['not_found', 'stale_revision', 'not_repairable', 'upstream_failed', 'metadata_unconfigured'],
})
