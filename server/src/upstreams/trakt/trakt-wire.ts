import { z } from 'zod'

/** `ids.tmdb` is null for titles that TMDB does not know. */
const Ids = z.object({ trakt: z.int(), tmdb: z.int().nullish() })

export const TrendingMovies = z.array(
  z.object({ watchers: z.int(), movie: z.object({ title: z.string().nullable(), ids: Ids }) }),
)
