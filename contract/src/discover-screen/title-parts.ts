import { z } from 'zod'
import { NumericIdParam } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { ScreenPage } from './screen-items.ts'

/**
 * Parts of a title beside its detail, whose appendices 1:4.5 fixes. For a kids account, the title's own record is
 * judged first.
 */
const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.5',
  kind: 'verbatim',
  params: z.object({ id: NumericIdParam }),
  refusals: ['not_found', 'metadata_unconfigured', 'upstream_failed', 'unavailable'],
} as const satisfies Partial<RouteDefinition>

/** The kinds of offers for a title, those without extra cost first. */
export const OFFER_WAYS = ['flatrate', 'free', 'ads', 'rent', 'buy'] as const
export type OfferWay = (typeof OFFER_WAYS)[number]

export const TitleOffer = z.object({
  provider_id: z.int(),
  provider_name: z.string(),
  logo_path: z.string().nullable(),
  ways: z.array(z.enum(OFFER_WAYS)),
})
export type TitleOffer = z.infer<typeof TitleOffer>

export const TitleOffers = z.object({ region: z.string(), offers: z.array(TitleOffer) })
export type TitleOffers = z.infer<typeof TitleOffers>

const inRegion = {
  ...reader,
  query: z.object({
    region: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Use a region such as US.')
      .default('US'),
  }),
  response: TitleOffers,
} as const

export const getMovieOffers = defineRoute({
  ...inRegion,
  path: '/api/media/movie/{id}/providers',
  summary: 'Where to watch a movie in a region; no offers when it is not available there',
})
export const getTvOffers = defineRoute({
  ...inRegion,
  path: '/api/media/tv/{id}/providers',
  summary: 'Where to watch a show in a region; no offers when it is not available there',
})

export const TitleKeywords = z.object({ keywords: z.array(z.object({ id: z.int(), name: z.string() })) })
export type TitleKeywords = z.infer<typeof TitleKeywords>

export const getMovieKeywords = defineRoute({
  ...reader,
  path: '/api/media/movie/{id}/keywords',
  summary: 'The keywords of a movie, which browsing can filter by',
  response: TitleKeywords,
})
export const getTvKeywords = defineRoute({
  ...reader,
  path: '/api/media/tv/{id}/keywords',
  summary: 'The keywords of a show, which browsing can filter by',
  response: TitleKeywords,
})

export const SeasonDetail = z.looseObject({
  season_number: z.int(),
  name: z.string(),
  overview: z.string().nullish(),
  air_date: z.string().nullish(),
  episodes: z.array(
    z.looseObject({
      id: z.int(),
      episode_number: z.int(),
      name: z.string(),
      overview: z.string().nullish(),
      air_date: z.string().nullish(),
      runtime: z.int().nullish(),
      still_path: z.string().nullish(),
    }),
  ),
})
export type SeasonDetail = z.infer<typeof SeasonDetail>

export const getSeason = defineRoute({
  ...reader,
  path: '/api/media/tv/{id}/season/{season_number}',
  summary: 'A season of a show with its episodes; season 0 holds the specials',
  params: z.object({
    id: NumericIdParam,
    season_number: z
      .string()
      .regex(/^(0|[1-9][0-9]{0,4})$/, 'Use a whole number.')
      .transform(Number),
  }),
  response: SeasonDetail,
})

export const getCollection = defineRoute({
  ...reader,
  path: '/api/media/collection/{id}',
  summary: 'The movies of a collection by release date, as one page; hidden with movies',
  response: ScreenPage,
})
