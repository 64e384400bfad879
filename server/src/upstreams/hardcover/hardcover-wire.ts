import { z } from 'zod'

/** HTTP 200 may still be a failure: then `errors` is set and `data` is null (hardcover.md, "Errors"). */
export const GraphqlAnswer = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({
        message: z.string().optional(),
        extensions: z.object({ code: z.string().optional() }).nullish(),
      }),
    )
    .nullish(),
})
export type GraphqlErrors = NonNullable<z.infer<typeof GraphqlAnswer>['errors']>

export const Probe = z.object({ books: z.array(z.object({ id: z.int() })) })

export const Trending = z.object({
  books_trending: z.object({ ids: z.array(z.int().nullable()).nullish(), error: z.string().nullish() }),
})

/** A numeric column may be a number or text. */
const Numeric = z.union([z.number(), z.string()]).nullish()
const Edition = z.object({ isbn_13: z.string().nullish() }).nullish()
const SeriesPlace = z.object({
  position: Numeric,
  series: z.object({ name: z.string().nullish() }).nullish(),
})

export const HydratedBook = z.object({
  id: z.int(),
  title: z.string().nullish(),
  release_year: z.int().nullish(),
  rating: Numeric,
  ratings_count: z.int().nullish(),
  users_count: z.int().nullish(),
  description: z.string().nullish(),
  image: z.object({ url: z.string().nullish() }).nullish(),
  contributions: z
    .array(
      z.object({
        contribution: z.string().nullish(),
        author: z.object({ name: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  /** Either field gives the position in a series (hardcover.md). */
  featured_book_series: SeriesPlace.nullish(),
  book_series: z.array(SeriesPlace).nullish(),
  default_physical_edition: Edition,
  default_ebook_edition: Edition,
  default_audio_edition: Edition,
})
export type HydratedBook = z.infer<typeof HydratedBook>

export const Hydrated = z.object({ books: z.array(HydratedBook) })
