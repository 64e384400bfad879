import { z } from 'zod'

/** `tmdb` is null for titles that TMDB does not know; Trakt's own number is its own affair. */
const Ids = z.object({ tmdb: z.int().nullish() })

export const TrendingMovies = z.array(
  z.object({ watchers: z.int(), movie: z.object({ title: z.string().nullable(), ids: Ids }) }),
)

/** What every movie and show carries, however much was asked for. */
const Title = z.object({ ids: Ids })

/** Rows go out as they came, so little is asked of them. */
export const Titles = z.array(Title)
export const HeldTitles = z.array(z.union([z.object({ movie: Title }), z.object({ show: Title })]))
export const Lists = z.array(z.object({ list: z.object({ ids: z.object({ trakt: z.int() }) }) }))
export const Items = z.array(z.object({ id: z.int(), type: z.string() }))

/** A title with `extended=full`, as far as the headline row needs it. */
const FullTitle = z.object({
  title: z.string().nullish(),
  ids: Ids,
  overview: z.string().nullish(),
  /** Movies: a day. */
  released: z.string().nullish(),
  /** Shows: a moment. */
  first_aired: z.string().nullish(),
  language: z.string().nullish(),
  rating: z.number().nullish(),
  votes: z.int().nullish(),
})
export type FullTitle = z.output<typeof FullTitle>

export const TrendingTitles = z.array(z.object({ movie: FullTitle.optional(), show: FullTitle.optional() }))

/** `GET /search/tmdb/{id}?type=show`. */
export const FoundShows = z.array(
  z.object({ show: z.object({ ids: Ids.extend({ tvdb: z.int().nullish() }) }).nullish() }),
)
