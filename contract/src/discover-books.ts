import { z } from 'zod'
import { OpaqueId } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.4',
} as const satisfies Partial<RouteDefinition>

export const TrendingBook = z.object({
  book_provider_id: z.int(),
  /** `bp:<id>`, which a request can use unchanged (C8). */
  foreign_id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int().nullable(),
  rating: z.number().nullable(),
  ratings_count: z.int(),
  readers_count: z.int(),
  description: z.string().nullable(),
  /** On the provider's own cover host; browsers load its path through the relay below. */
  image_url: z.string().nullable(),
  series: z.string().nullable(),
  /** A raw string, because there are positions such as 2.5 (C14). */
  series_position: z.string().nullable(),
  isbn13s: z.array(z.string()),
})
export type TrendingBook = z.infer<typeof TrendingBook>

export const TrendingBooks = z.union([
  z.object({
    connected: z.literal(true),
    source: z.string(),
    scope: z.string(),
    books: z.array(TrendingBook),
  }),
  /** No book list is connected, or books are hidden. */
  z.object({ connected: z.literal(false), books: z.array(TrendingBook).max(0) }),
])
export type TrendingBooks = z.infer<typeof TrendingBooks>

export const getTrendingBooks = defineRoute({
  ...reader,
  path: '/api/discover/books/trending',
  summary: 'Trending books of the book list this library is connected to',
  query: z.object({ instance_id: OpaqueId.optional() }),
  response: TrendingBooks,
  refusals: [
    'instance_forbidden',
    'no_grant',
    'instance_not_found',
    'no_instance',
    'upstream_failed',
    'provider_rejected_token',
    'unavailable',
  ],
})

export const getBookImage = defineRoute({
  ...reader,
  path: '/api/discover/books/images/{path*}',
  summary: "A cover of the book list provider's own host",
  kind: 'verbatim',
  params: z.object({
    path: z
      .string()
      .max(512)
      // C19: dot segments, empty segments and anything but plain names are refused before the provider is called.
      .regex(
        /^(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+)*$/,
        'Only plain paths of covers are relayed.',
      ),
  }),
  cache: 'image',
  refusals: ['not_found', 'upstream_failed'],
})

/** 1:4.4: the public book catalogue is retired. Its routes still exist: they answer 410 and point to the search. */
const retired = {
  ...reader,
  summary: 'Retired: search the library instead',
  status: 410,
  response: z.object({
    code: z.literal('catalog_retired'),
    error: z.string(),
    message: z.string(),
    search_path: z.literal('/dashboard/books'),
  }),
} as const satisfies Partial<RouteDefinition>

export const getBookCatalogSearch = defineRoute({ ...retired, path: '/api/discover/books/search' })
export const getBookFeed = defineRoute({
  ...retired,
  path: '/api/discover/books/{feed}',
  params: z.object({ feed: z.string() }),
  refusals: ['not_found'],
})
export const getBookGenres = defineRoute({ ...retired, path: '/api/genres/book' })
export const getBookWork = defineRoute({
  ...retired,
  path: '/api/media/book/{workId}',
  params: z.object({ workId: z.string() }),
})
export const getBookWorkTarget = defineRoute({
  ...retired,
  path: '/api/media/book/{workId}/request-target',
  params: z.object({ workId: z.string() }),
})
