import { z } from 'zod'

/** An empty key is no key (push.md, 1). */
export const Enrolment = z.object({ tenant_id: z.coerce.string().default(''), api_key: z.string().min(1) })

/** Lenient: the gateway is somebody else's, and a notice that was taken must not look lost. */
const Result = z.object({
  device_id: z.coerce.string(),
  token: z.string().nullish().catch(null),
  ok: z.boolean().catch(false),
  pruned: z.boolean().catch(false),
  error: z.string().nullish().catch(null),
})

export const Report = z.object({
  sent: z.int().min(0).catch(0),
  failed: z.int().min(0).catch(0),
  results: z.array(Result).nullish(),
})
