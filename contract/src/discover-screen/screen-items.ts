import { z } from 'zod'

/**
 * The metadata provider's own rows, reduced to the fields clients rely on. Responses are sent as the provider wrote
 * them, so every object here is open: unlisted fields are sent too.
 */
const KnownFor = z.looseObject({ id: z.int(), media_type: z.string().optional() })

export const ScreenItem = z.looseObject({
  id: z.int(),
  /** On mixed and featured rows; elsewhere the route determines it. */
  media_type: z.enum(['movie', 'tv', 'person']).optional(),
  title: z.string().optional(),
  name: z.string().optional(),
  original_language: z.string().optional(),
  overview: z.string().optional(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  profile_path: z.string().nullish(),
  release_date: z.string().optional(),
  first_air_date: z.string().optional(),
  genre_ids: z.array(z.int()).optional(),
  vote_average: z.number().optional(),
  vote_count: z.int().optional(),
  known_for: z.array(KnownFor).optional(),
})
export type ScreenItem = z.infer<typeof ScreenItem>

export const ScreenPage = z.looseObject({
  page: z.int(),
  results: z.array(ScreenItem),
  total_pages: z.int(),
  total_results: z.int(),
})
export type ScreenPage = z.infer<typeof ScreenPage>

/** 1:4.5.3: every list serves pages 1..500, whatever page is requested. */
export const LAST_PAGE = 500

/** Absent, non-numeric or below 1 is the first page; above 500 is the last. */
export function clampPage(asked: unknown): number {
  const text = String(asked)
  const number = /^[+-]?\d+(\.\d+)?$/.test(text) ? Math.trunc(Number(text)) : 1
  return Math.min(LAST_PAGE, Math.max(1, number))
}

const Text = z.union([z.string(), z.number(), z.array(z.string())])

export const PageNumber = Text.optional().transform(clampPage)

const LARGEST_LIMIT = 100
const USUAL_LIMIT = 20

/** The same for `limit` of the list provider: 1..100, 20 by default. */
export const PageLimit = Text.optional().transform(asked => {
  const text = String(asked)
  if (!/^[+-]?\d+$/.test(text)) return USUAL_LIMIT
  return Math.min(LARGEST_LIMIT, Math.max(1, Number(text)))
})
