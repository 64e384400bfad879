import { z } from 'zod'
import { OpaqueId } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { ResolvedListeningApps } from './media-servers.ts'

/** There is no `missing`: not every recording carries an identifier to be found by (2:4.13.7). */
export const LISTEN_STATES = ['found', 'unverified', 'unreachable'] as const

/** One recording. Two items of the same book stay two, with their narrators to tell them apart. */
export const ListenItem = z.object({
  id: z.string(),
  title: z.string(),
  library_name: z.string(),
  narrators: z.array(z.string()),
  url: z.string(),
})

export const ListenResult = z.object({
  instance_id: OpaqueId,
  service_type: z.literal('audiobook_server'),
  name: z.string(),
  state: z.enum(LISTEN_STATES),
  items: z.array(ListenItem),
  /** Opens the server; it carries no title. */
  fallback_url: z.string().optional(),
  listening_apps: ResolvedListeningApps,
})
export type ListenResult = z.infer<typeof ListenResult>

export const getListen = defineRoute({
  method: 'GET',
  path: '/api/media-servers/listen',
  summary: 'Where the caller can listen to a book',
  access: 'user',
  spec: '2:4.1',
  rate: 'media_server',
  /** `foreign_book_id` is required, of 1 to 256 characters; that is checked after the grant (C17). */
  query: z.object({ instance_id: OpaqueId, foreign_book_id: z.string().optional() }),
  response: z.array(ListenResult),
  refusals: ['instance_forbidden', 'instance_not_found', 'unavailable'],
})
