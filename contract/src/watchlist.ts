import { z } from 'zod'
import { DateOnly, OpaqueId, RowIdParam, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/** Additive: belongs to the alerts of 1/4.14, which are how it speaks. */
const own = {
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.14',
} as const satisfies Partial<RouteDefinition>

/** Titles, and those whose titles are followed: people, authors, artists and book series. */
export const WATCH_KINDS = ['movie', 'tv', 'person', 'book', 'author', 'series', 'album', 'artist'] as const
export const WatchKind = z.enum(WATCH_KINDS)
export type WatchKind = z.infer<typeof WatchKind>

/** The most entries of one person. */
export const WATCHLIST_LIMIT = 1000

/** What the person wants to be told. */
export const WatchTell = z.object({
  /** It could not be requested so far, and now it can; for somebody who is followed, a new title of theirs. */
  askable: z.boolean(),
  /** Its release date has come, by the provider. */
  released: z.boolean(),
  /** It arrived in a library that the person can see, whoever requested it. */
  arrived: z.boolean(),
})
export type WatchTell = z.infer<typeof WatchTell>

export const WatchlistEntry = z.object({
  kind: WatchKind,
  /** The provider's id as text; for a book and an author the library's own, for a book series its name. */
  id: z.string(),
  /** Books, authors and book series: the library that the id belongs to. */
  instance_id: OpaqueId.optional(),
  title: z
    .string()
    .describe(
      'As the provider or library names it. Until one has (`title_unverified`): the text that the caller sent with this entry, never that of another person; empty if there was none.',
    ),
  /** C69. */
  title_unverified: z.literal(true).optional(),
  /** The author or the artist. */
  detail: z.string().optional(),
  /** The provider's path of the poster or portrait. */
  poster_path: z.string().optional(),
  released_on: DateOnly.optional(),
  tell: WatchTell,
  /** Shows only: whether new seasons are requested in the person's name. */
  request_next_seasons: z.boolean().optional(),
  added_at: Time,
})
export type WatchlistEntry = z.infer<typeof WatchlistEntry>

export const getWatchlist = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/me/watchlist',
  summary: 'The caller’s watchlist, newest first; titles they may no longer see are left out',
  query: z.object({
    kind: WatchKind.optional(),
    /** Entries older than this one: `next` of the page before. */
    before: RowIdParam.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  response: z.object({
    entries: z.array(WatchlistEntry),
    next: z.int().nullable(),
    /** Whether an admin lets shows on a watchlist request their next seasons. */
    next_seasons_allowed: z.boolean(),
  }),
  refusals: ['unavailable'],
})

export const getWatchlistKeys = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/me/watchlist/keys',
  summary: 'The whole watchlist as `kind:id`, to mark titles elsewhere',
  /** A book by each id that lists and libraries have for it (C8). */
  response: z.object({ keys: z.array(z.string()) }),
  refusals: ['unavailable'],
})

const Entry = z.object({ kind: WatchKind, id: z.string().min(1).max(512) })

export const putWatchlistEntry = defineRoute({
  ...own,
  method: 'PUT',
  path: '/api/me/watchlist/{kind}/{id}',
  summary: 'Put a title on the watchlist, or change what is told about it; omitted keys keep their value',
  params: Entry,
  body: z.strictObject({
    tell: WatchTell.partial().optional(),
    request_next_seasons: z.boolean().optional(),
    title: z
      .string()
      .max(512)
      .optional()
      .describe(
        'Helps to find a book or an author in the library or its search. Stands in for the title, for the caller alone, until a provider or library names the entry. Read when the entry is new.',
      ),
    /** For books, authors and book series; the caller’s default library otherwise. */
    instance_id: OpaqueId.optional(),
  }),
  response: WatchlistEntry,
  refusals: [
    'not_found',
    'choice_not_allowed',
    'watchlist_full',
    'instance_forbidden',
    'instance_not_found',
    'no_grant',
    'no_instance',
    'upstream_failed',
    'unavailable',
  ],
})

export const deleteWatchlistEntry = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/me/watchlist/{kind}/{id}',
  summary: 'Take a title off the watchlist, whether or not it is there',
  params: Entry,
  response: z.object({ status: z.literal('deleted') }),
})

export const WatchlistSettings = z.object({
  /** Whether people may have the next seasons of a show requested for them; their limits apply. */
  next_seasons_allowed: z.boolean(),
})
export type WatchlistSettings = z.infer<typeof WatchlistSettings>

const ofAdmin = {
  access: 'admin',
  permission: 'requests:manage',
  spec: '1:4.7',
  path: '/api/admin/watchlist-settings',
} as const satisfies Partial<RouteDefinition>

export const getWatchlistSettings = defineRoute({
  ...ofAdmin,
  method: 'GET',
  summary: 'What watchlists may do by themselves',
  response: WatchlistSettings,
})

export const putWatchlistSettings = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  summary: 'Change what watchlists may do by themselves',
  body: WatchlistSettings.partial(),
  response: WatchlistSettings,
})
