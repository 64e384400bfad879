import { z } from 'zod'

/** `GET /authentication`. */
export const Authentication = z.object({ success: z.literal(true) })

/** The body of every refusal; its code is TMDB's own, not the HTTP status. */
export const TmdbError = z.object({ status_code: z.int(), status_message: z.string() })

/** Any answer that only TMDB gives, whether it takes us or not. */
export const AnyAnswer = z.union([Authentication, TmdbError])

const Certification = z.object({
  certification: z.string(),
  meaning: z.string(),
  order: z.int(),
})

/** By region; the array's own order is arbitrary, so `order` ranks. */
export const Certifications = z.object({
  certifications: z.record(z.string(), z.array(Certification)),
})
