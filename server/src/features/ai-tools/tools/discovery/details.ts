import { z } from 'zod'
import { shorten } from './title-rows.ts'

const MAX_CAST = 10
const LONG_OVERVIEW = 2000

/** What movies and shows have in common. */
export const Details = z.object({
  tmdb_id: z.int(),
  title: z.string(),
  year: z.int().optional(),
  tagline: z.string().optional(),
  overview: z.string().optional(),
  genres: z.array(z.string()),
  /** Of the production: "Released", "Returning Series". */
  production_status: z.string().optional(),
  rating: z.number().optional(),
  votes: z.int().optional(),
  cast: z.array(z.object({ name: z.string(), character: z.string().optional() })),
  poster_path: z.string().optional(),
})

interface Body {
  overview?: string | null | undefined
  tagline?: string | null | undefined
  status?: string | undefined
  vote_average?: number | undefined
  vote_count?: number | undefined
  poster_path?: string | null | undefined
  genres?: { name: string }[] | undefined
  credits?: { cast: { name: string; character?: string | undefined }[] } | undefined
}

export function commonDetails(body: Body) {
  return {
    tagline: body.tagline || undefined,
    overview: shorten(body.overview, LONG_OVERVIEW),
    genres: (body.genres ?? []).map(({ name }) => name),
    production_status: body.status,
    rating: body.vote_count === 0 ? undefined : body.vote_average,
    votes: body.vote_count,
    cast: (body.credits?.cast ?? []).slice(0, MAX_CAST).map(({ name, character }) => ({ name, character })),
    poster_path: body.poster_path ?? undefined,
  }
}
