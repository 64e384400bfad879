import { z } from 'zod'
import { NumericIdParam, OpaqueId } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { MediaServerTypeName, ResolvedVideoApps } from './media-servers.ts'

/** Cut and not refused: it only narrows a search, and the provider's id decides (2:4.13.6). */
const TITLE_LENGTH = 256
const Year = z
  .string()
  .regex(/^\d{4}$/, 'Use a year of four digits.')
  .transform(Number)
  .refine(year => year >= 1800 && year <= 2200, 'Use a year from 1800 to 2200.')

/** `missing` is said only by a server that answered; `unverified` says nothing about the title. */
export const WATCH_STATES = ['found', 'missing', 'unreachable', 'unverified'] as const

export const WatchResult = z.object({
  instance_id: OpaqueId,
  service_type: MediaServerTypeName,
  name: z.string(),
  state: z.enum(WATCH_STATES),
  /** Opens exactly this title. */
  url: z.string().optional(),
  /** Opens the server where no exact link is verified. */
  fallback_url: z.string().optional(),
  video_apps: ResolvedVideoApps,
})
export type WatchResult = z.infer<typeof WatchResult>

export const getWatch = defineRoute({
  method: 'GET',
  path: '/api/media-servers/watch',
  summary: 'Where the caller can watch a title',
  access: 'user',
  spec: '2:4.1',
  rate: 'media_server',
  query: z
    .object({
      media_type: z.enum(['movie', 'tv']),
      tmdb_id: NumericIdParam.optional(),
      tvdb_id: NumericIdParam.optional(),
      year: Year.optional(),
      title: z
        .string()
        .transform(title => title.slice(0, TITLE_LENGTH))
        .optional(),
    })
    .refine(query => query.tmdb_id !== undefined || query.tvdb_id !== undefined, {
      message: 'Give tmdb_id or tvdb_id.',
      path: ['tmdb_id'],
    }),
  response: z.array(WatchResult),
  refusals: ['not_found', 'unavailable'],
})
