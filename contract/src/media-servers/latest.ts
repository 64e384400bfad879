import { z } from 'zod'
import { OpaqueId, Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { MediaServerTypeName } from './media-servers.ts'

/** A title that was added to a media server lately. */
export const LatestTitle = z.object({
  media_type: z.enum(['movie', 'tv', 'book']),
  /** Absent: the server does not say which title it is, so that only its own page can be opened. */
  tmdb_id: z.int().optional(),
  /** The server it was added to; the newest if there are several. */
  instance_id: OpaqueId,
  /** In the language of the caller where the provider answered in time, otherwise the server's. */
  title: z.string(),
  /** Books only. */
  author: z.string().optional(),
  /** The provider's path of the poster. */
  poster_path: z.string().optional(),
  /** Server-relative. Books only, where the server has one. */
  cover: z.string().optional(),
  /** The title's page on the server; absent where people cannot reach the server. */
  url: z.string().optional(),
  added_at: Time,
})
export type LatestTitle = z.infer<typeof LatestTitle>

export const LatestServer = z.object({
  instance_id: OpaqueId,
  service_type: MediaServerTypeName,
  name: z.string(),
  /** False: the server did not answer, so that nothing is known about what is new on it. */
  status_known: z.boolean(),
})
export type LatestServer = z.infer<typeof LatestServer>

/** Additive. */
export const getLatestOnServers = defineRoute({
  method: 'GET',
  path: '/api/media-servers/latest',
  summary: 'What was added lately to the media servers on which the caller has an account, newest first',
  access: 'user',
  permission: 'media:discover',
  spec: '2:4.13',
  rate: 'media_server',
  response: z.object({ servers: z.array(LatestServer), items: z.array(LatestTitle) }),
  refusals: ['unavailable'],
})

/** Additive. */
export const getServerCover = defineRoute({
  method: 'GET',
  path: '/api/media-servers/{id}/covers/{item_id}',
  summary: 'The cover of a book that is new on a media server of the caller',
  access: 'user',
  permission: 'media:discover',
  spec: '2:4.13',
  kind: 'verbatim',
  cache: 'image',
  params: z.object({ id: OpaqueId, item_id: OpaqueId }),
  refusals: ['not_found', 'upstream_failed', 'unavailable'],
})
