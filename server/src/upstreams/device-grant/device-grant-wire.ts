import { z } from 'zod'

/** Some providers send seconds as text (ai-providers.md). */
const Seconds = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])

/** RFC 8628 §3.2. */
export const DeviceBegun = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.string().min(1),
  verification_uri_complete: z.string().nullish(),
  expires_in: Seconds.pipe(z.number().positive()).nullish(),
  interval: Seconds.pipe(z.number().nonnegative()).nullish(),
})

/** RFC 6749 §5.1, and OpenID Connect's `id_token`. */
export const IssuedTokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  id_token: z.string().nullish(),
  expires_in: Seconds.pipe(z.number().positive()).nullish(),
})
export type IssuedTokens = z.infer<typeof IssuedTokens>

/** RFC 6749 §5.2; some providers put the code into an object. */
export const OauthRefusal = z
  .object({ error: z.union([z.string(), z.object({ code: z.string() })]) })
  .transform(({ error }) => (typeof error === 'string' ? error : error.code))
