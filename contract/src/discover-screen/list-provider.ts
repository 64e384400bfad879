import { z } from 'zod'
import { DateOnly } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { PageLimit, PageNumber } from './screen-items.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.5',
  kind: 'verbatim',
  refusals: ['lists_unconfigured', 'upstream_failed', 'unavailable'],
} as const satisfies Partial<RouteDefinition>

export const LIST_TYPES = ['movies', 'shows'] as const
const Type = z.enum(LIST_TYPES)
const paging = { page: PageNumber, limit: PageLimit }
const typed = { ...reader, query: z.object({ type: Type.default('movies'), ...paging }) } as const

/** The list provider's own titles, reduced to the fields clients rely on. */
const Ids = z.looseObject({ trakt: z.int(), slug: z.string().nullish(), tmdb: z.int().nullish() })
/** Addresses without a scheme, loaded through the relay below. */
const Images = z.record(z.string(), z.array(z.string())).optional()
export const ListTitle = z.looseObject({
  title: z.string().nullish(),
  year: z.int().nullish(),
  ids: Ids,
  overview: z.string().nullish(),
  images: Images,
})
export type ListTitle = z.infer<typeof ListTitle>
const held = { movie: ListTitle.optional(), show: ListTitle.optional() }

export const getListTrending = defineRoute({
  ...typed,
  path: '/api/listsrc/trending',
  summary: 'Trending titles',
  response: z.array(z.looseObject({ watchers: z.int(), ...held })),
})
export const getListPopular = defineRoute({
  ...typed,
  path: '/api/listsrc/popular',
  summary: 'Most rated titles',
  response: z.array(ListTitle),
})
export const getListAnticipated = defineRoute({
  ...typed,
  path: '/api/listsrc/anticipated',
  summary: 'Most anticipated titles',
  response: z.array(z.looseObject({ list_count: z.int(), ...held })),
})
export const getListRecommendations = defineRoute({
  ...typed,
  path: '/api/listsrc/recommendations',
  summary: 'Needs an account at the list provider, which Foyer does not hold',
  response: z.array(ListTitle),
  refusals: ['lists_unconfigured', 'provider_auth_required', 'unavailable'],
})

export const getLists = defineRoute({
  ...reader,
  path: '/api/listsrc/lists',
  summary: 'Popular lists',
  query: z.object(paging),
  response: z.array(
    z.looseObject({
      like_count: z.int(),
      comment_count: z.int(),
      list: z.looseObject({
        name: z.string(),
        description: z.string().nullish(),
        item_count: z.int().nullish(),
        ids: z.looseObject({ trakt: z.int(), slug: z.string().nullish() }),
        user: z.looseObject({ ids: z.looseObject({ slug: z.string().nullish() }) }).nullish(),
      }),
    }),
  ),
})

/** C19: a dot segment is refused before the provider is called. */
const Slug = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/, 'Use letters, digits, dots, dashes and underscores.')

export const getListItems = defineRoute({
  ...reader,
  path: '/api/listsrc/lists/{user}/{slug}/items',
  summary: 'The entries of a list',
  params: z.object({ user: Slug, slug: Slug }),
  query: z.object({ type: Type.optional(), ...paging }),
  response: z.array(z.looseObject({ rank: z.int(), id: z.int(), type: z.string(), ...held })),
  refusals: ['not_found', 'lists_unconfigured', 'upstream_failed', 'unavailable'],
})

const Days = z
  .string()
  .regex(/^([1-9]|[12]\d|3[01])$/, 'Use a whole number from 1 to 31.')
  .transform(Number)
  .prefault('7')

export const getListCalendar = defineRoute({
  ...reader,
  path: '/api/listsrc/calendar',
  summary: 'Episodes or movies released within a number of days',
  query: z.object({ type: Type.default('shows'), start: DateOnly.optional(), days: Days }),
  response: z.array(
    z.looseObject({ first_aired: z.string().optional(), released: z.string().optional(), ...held }),
  ),
})

export const getListImage = defineRoute({
  ...reader,
  path: '/api/listsrc/images/{host}/{path*}',
  summary: 'A picture of the list provider',
  params: z.object({
    host: z
      .string()
      .max(64)
      .regex(
        /^(?!.*\.\.)[a-z0-9-][a-z0-9.-]*\.trakt\.tv$/,
        'Only pictures of the list provider are relayed.',
      ),
    path: z
      .string()
      .max(512)
      .regex(/^images(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+)+$/, 'Only plain paths under images are relayed.'),
  }),
  // 1:4.5: no query is passed on, so none is accepted.
  query: z.strictObject({}),
  cache: 'image',
  refusals: ['not_found', 'upstream_failed'],
})
