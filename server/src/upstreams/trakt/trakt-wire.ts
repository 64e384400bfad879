import { z } from 'zod'

/** `tmdb` is null for titles TMDB does not know; Trakt's own id is not used. */
const Ids = z.object({ tmdb: z.int().nullish() })

export const TrendingMovies = z.array(
  z.object({ watchers: z.int(), movie: z.object({ title: z.string().nullable(), ids: Ids }) }),
)

/** Common to every movie and show, at any level of detail. */
const Title = z.object({ ids: Ids })

/** Rows are passed on unchanged, so little is required of them. */
export const Titles = z.array(Title)
export const HeldTitles = z.array(z.union([z.object({ movie: Title }), z.object({ show: Title })]))
export const Lists = z.array(z.object({ list: z.object({ ids: z.object({ trakt: z.int() }) }) }))
export const Items = z.array(z.object({ id: z.int(), type: z.string() }))

/** A title with `extended=full`, reduced to what the headline row needs. */
const FullTitle = z.object({
  title: z.string().nullish(),
  ids: Ids,
  overview: z.string().nullish(),
  /** Movies: a day. */
  released: z.string().nullish(),
  /** Shows: a time. */
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
