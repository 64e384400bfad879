import { z } from 'zod'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const ofAdmin = {
  access: 'admin',
  permission: 'monitoring:read',
  method: 'GET',
  params: z.object({ instanceID: OpaqueId }),
  spec: '2:4.11',
  refusals: ['wrong_service_type', 'instance_not_found', 'upstream_failed', 'unavailable'],
} as const satisfies Partial<RouteDefinition>

/** A job that is being done. A missing measurement is null, never zero (2:4.11). */
export const TranscoderWorker = z.object({
  id: z.string(),
  /** The file name, without its folder. */
  file: z.string(),
  source_path: z.string(),
  kind: z.enum(['transcode', 'health_check', 'other']),
  compute: z.enum(['cpu', 'gpu', '']),
  /** The transcoder's own words. */
  status: z.string(),
  step: z.string(),
  /** For the current step, not for the whole job. */
  progress_percent: z.number().nullable(),
  fps: z.number().nullable(),
  /** As the transcoder says it, such as `0:01:30`. */
  eta: z.string().nullable(),
  flow: z.boolean().nullable(),
})
export type TranscoderWorker = z.infer<typeof TranscoderWorker>

export const TranscoderNode = z.object({
  id: z.string(),
  name: z.string(),
  paused: z.boolean(),
  workers: z.array(TranscoderWorker),
})
export type TranscoderNode = z.infer<typeof TranscoderNode>

export const getTranscoderActivity = defineRoute({
  ...ofAdmin,
  path: '/api/transcoder/{instanceID}/activity',
  summary: 'What a transcoder is doing now',
  response: z.object({ observed_at: Time, nodes: z.array(TranscoderNode) }),
})

export const getTranscoderLibraries = defineRoute({
  ...ofAdmin,
  path: '/api/transcoder/{instanceID}/libraries',
  summary: 'The libraries of a transcoder',
  response: z.object({
    observed_at: Time,
    items: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** How many files have this status. */
export const TranscoderCount = z.object({ label: z.string(), value: z.number().nullable() })
export type TranscoderCount = z.infer<typeof TranscoderCount>

export const getTranscoderStats = defineRoute({
  ...ofAdmin,
  path: '/api/transcoder/{instanceID}/stats',
  summary: 'Counts of a transcoder, for one library or all of them',
  /** Without a library, or with an empty one: all of them. */
  query: z.object({ library_id: z.string().max(256).optional() }),
  response: z.object({
    observed_at: Time,
    library_id: z.string().nullable(),
    total_files: z.number().nullable(),
    /** How to read the counts: they need not add up. */
    note: z.string(),
    transcodes: z.array(TranscoderCount),
    health_checks: z.array(TranscoderCount),
  }),
  refusals: [...ofAdmin.refusals, 'validation', 'not_found'],
})
