import { z } from 'zod'
import { PageNumber } from './screen-items.ts'

/** The sort fields (1:4.5, browse rule 1). */
export const MOVIE_SORT_FIELDS = [
  'original_title',
  'popularity',
  'primary_release_date',
  'revenue',
  'title',
  'vote_average',
  'vote_count',
] as const
export const TV_SORT_FIELDS = [
  'first_air_date',
  'name',
  'original_name',
  'popularity',
  'vote_average',
  'vote_count',
] as const

type Sort<F extends string> = `${F}.asc` | `${F}.desc`

function sortBy<const F extends readonly string[]>(fields: F) {
  const values = fields.flatMap(field => [`${field}.asc`, `${field}.desc`])
  // The list above is built from exactly these names.
  return z.enum(values as [Sort<F[number]>, ...Sort<F[number]>[]]).optional()
}

/** Longer than any real selection, and short enough for a cache key. */
const MAX_CHARACTERS = 500
const ids = (pattern: RegExp, sentence: string) =>
  z.string().max(MAX_CHARACTERS).regex(pattern, sentence).optional()

const EITHER = /^[1-9]\d{0,9}((,[1-9]\d{0,9})*|(\|[1-9]\d{0,9})*)$/
const COMMAS = /^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/
const PIPES = /^[1-9]\d{0,9}(\|[1-9]\d{0,9})*$/

const Day = z.iso.date('Use a real date such as 2026-11-15.').optional()
const Year = z
  .string()
  .regex(/^(1[89]\d\d|2[01]\d\d|2200)$/, 'Use a year from 1800 to 2200.')
  .optional()

const shared = {
  page: PageNumber,
  with_genres: ids(EITHER, 'Join positive numbers with commas or with pipes.'),
  'vote_average.gte': z
    .string()
    .regex(/^(10(\.0{1,16})?|\d(\.\d{1,16})?)$/, 'Use a number from 0 to 10.')
    .optional(),
  'vote_count.gte': z
    .string()
    .regex(/^\d{1,9}$/, 'Use a whole number, 0 or more.')
    .optional(),
  with_original_language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Use a language such as en.')
    .optional(),
  with_watch_providers: ids(EITHER, 'Join positive numbers with commas or with pipes.'),
  watch_region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a region such as US.')
    .optional(),
  with_keywords: ids(COMMAS, 'Join positive numbers with commas.'),
  with_companies: ids(PIPES, 'Join positive numbers with pipes.'),
}

interface Providers {
  with_watch_providers?: string | undefined
  watch_region?: string | undefined
}

const hasRegion = (query: Providers) =>
  query.with_watch_providers === undefined || query.watch_region !== undefined
const NO_REGION = { path: ['watch_region'], message: 'Name the region that the providers are in.' }

/** The allow-list; everything else is dropped (1:4.5). */
export const MovieBrowse = z
  .object({
    ...shared,
    sort_by: sortBy(MOVIE_SORT_FIELDS),
    /** Additive; the provider knows the people of movies only. */
    with_people: ids(EITHER, 'Join positive numbers with commas or with pipes.'),
    primary_release_year: Year,
    'primary_release_date.gte': Day,
    'primary_release_date.lte': Day,
  })
  .refine(hasRegion, NO_REGION)
export type MovieBrowse = z.output<typeof MovieBrowse>

export const TvBrowse = z
  .object({
    ...shared,
    sort_by: sortBy(TV_SORT_FIELDS),
    /** Additive; only shows have networks. */
    with_networks: ids(PIPES, 'Join positive numbers with pipes.'),
    first_air_date_year: Year,
    'first_air_date.gte': Day,
    'first_air_date.lte': Day,
  })
  .refine(hasRegion, NO_REGION)
export type TvBrowse = z.output<typeof TvBrowse>
