import { z } from 'zod'

/** `GET /movie/{id}/release_dates`, and the field of that name in a movie. Type 3 theatrical, 2 limited. */
export const ReleaseDates = z.object({
  results: z.array(
    z.object({
      iso_3166_1: z.string(),
      release_dates: z.array(z.object({ certification: z.string().nullish(), type: z.int() })),
    }),
  ),
})

/** `GET /tv/{id}/content_ratings`, and the field of that name in a show. A region may repeat. */
export const ContentRatings = z.object({
  results: z.array(z.object({ iso_3166_1: z.string(), rating: z.string().nullish() })),
})

/** Fields that older TV responses omit mean no. */
const titleFacts = {
  adult: z.boolean().optional(),
  genres: z.array(z.object({ id: z.int() })).nullish(),
}
export const RatedMovie = z.object({ ...titleFacts, release_dates: ReleaseDates })
export const RatedShow = z.object({ ...titleFacts, content_ratings: ContentRatings })

/** `GET /person/{id}`. */
export const JudgedPerson = z.object({ adult: z.boolean().optional() })
