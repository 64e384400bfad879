import { z } from 'zod'

/** `GET /authentication`. */
export const Authentication = z.object({ success: z.literal(true) })

/** The body of every refusal; its code is TMDB's own, not the HTTP status. */
export const TmdbError = z.object({ status_code: z.int(), status_message: z.string() })

/** Any response that only TMDB gives, with or without a valid key. */
export const AnyAnswer = z.union([Authentication, TmdbError])

const Certification = z.object({
  certification: z.string(),
  meaning: z.string().nullish(),
  order: z.int(),
})

/** By region; the array's own order is arbitrary, so `order` ranks. */
export const Certifications = z.object({
  certifications: z.record(z.string(), z.array(Certification)),
})

const Row = z.object({ id: z.int() })

/** Every list, search and discover page. Rows are passed on unchanged, so little is required of them. */
export const Page = z.object({
  page: z.int(),
  results: z.array(Row),
  total_pages: z.int(),
  total_results: z.int(),
})

/** A movie, a show or a person. */
export const Identified = Row

const Provider = z.object({
  provider_id: z.int(),
  provider_name: z.string(),
  logo_path: z.string().nullish(),
})

/** `GET /movie/{id}/watch/providers`, by region; kinds of offers without a provider are omitted. */
export const TitleProviders = z.object({
  results: z.record(
    z.string(),
    z.object({
      flatrate: z.array(Provider).optional(),
      free: z.array(Provider).optional(),
      ads: z.array(Provider).optional(),
      rent: z.array(Provider).optional(),
      buy: z.array(Provider).optional(),
    }),
  ),
})

const NamedRows = z.array(z.object({ id: z.int(), name: z.string() }))

/** `GET /movie/{id}/keywords`; shows call the same list `results`. */
export const Keywords = {
  movie: z.object({ keywords: NamedRows }),
  tv: z.object({ results: NamedRows }),
}

/** `GET /tv/{id}/season/{season_number}`. */
export const Season = z.object({
  season_number: z.int(),
  episodes: z.array(z.object({ id: z.int(), episode_number: z.int() })),
})

/** `GET /collection/{id}`. */
export const Collection = z.object({ id: z.int(), parts: z.array(Row) })

/** `GET /person/{id}/combined_credits`. */
export const Credits = z.object({ id: z.int(), cast: z.array(Row), crew: z.array(Row) })

/** In a language that nobody works on, genres have no names. */
export const Genres = z.object({
  genres: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
})

/** Watch providers and their regions. */
export const Results = z.object({ results: z.array(z.object({})) })

export const Languages = z.array(z.object({ iso_639_1: z.string() }))
