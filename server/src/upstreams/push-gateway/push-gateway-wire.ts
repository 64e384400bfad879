import { z } from 'zod'

/** An empty key is not a key (push.md, 1). */
export const Enrolment = z.object({ tenant_id: z.coerce.string().default(''), api_key: z.string().min(1) })

/** Lenient: the gateway is external, and an accepted notice must not look lost. */
const Result = z.object({
  device_id: z.coerce.string(),
  token: z.string().nullish().catch(null),
  ok: z.boolean().catch(false),
  pruned: z.boolean().catch(false),
  error: z.string().nullish().catch(null),
})

const Count = z.int().min(0).optional().catch(undefined)

export const Report = z.object({ sent: Count, failed: Count, results: z.array(Result).nullish() })
export type Report = z.infer<typeof Report>
