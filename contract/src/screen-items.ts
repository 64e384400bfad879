import { z } from 'zod'

/**
 * The metadata provider's own rows, as far as clients count on them. Answers go out as the provider wrote
 * them, so every object here is open: a field that is not listed is still sent.
 */
const KnownFor = z.looseObject({ id: z.int(), media_type: z.string().optional() })

export const ScreenItem = z.looseObject({
  id: z.int(),
  /** On mixed and featured rows; elsewhere the route says which it is. */
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

/** 1:4.5.3: every list serves a page of 1..500, whatever was asked for. */
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

/** The same for `limit` of the list provider: 1..100, 20 when nothing usable is said. */
export const PageLimit = Text.optional().transform(asked => {
  const text = String(asked)
  if (!/^[+-]?\d+$/.test(text)) return USUAL_LIMIT
  return Math.min(LARGEST_LIMIT, Math.max(1, Number(text)))
})
