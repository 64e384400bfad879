import { z } from 'zod'
import { MediaType } from './instances/instance-types.ts'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute } from './route.ts'

/** Something that arrived in a library. A show is one entry, however many episodes came. */
export const RecentAddition = z.object({
  media_type: MediaType,
  /** Movies and shows; a show that no provider is known for has none. */
  tmdb_id: z.int().optional(),
  /** Books and albums. */
  foreign_id: z.string().optional(),
  /** The library it arrived in; the newest if there are several. */
  instance_id: OpaqueId,
  /** In the language of the caller where the provider answered in time, otherwise the library's. */
  title: z.string(),
  /** The provider's path of the poster. */
  poster_path: z.string().optional(),
  added_at: Time,
})
export type RecentAddition = z.infer<typeof RecentAddition>

/** Additive. */
export const getRecentlyAdded = defineRoute({
  method: 'GET',
  path: '/api/discover/recently-added',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.5',
  summary: 'What arrived lately in the libraries that the caller can see, newest first',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20) }),
  response: z.object({ items: z.array(RecentAddition) }),
  refusals: ['unavailable'],
})
