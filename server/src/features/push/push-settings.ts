import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** The key issued by the gateway; not valid for another gateway address. */
export const enrolledKey = defineSetting({
  key: 'push_enrolled_key',
  schema: z.object({
    api_key: z.string(),
    tenant_id: z.string(),
    gateway_url: z.string(),
    /** Whether the gateway ever accepted it. */
    is_proven: z.boolean(),
  }),
  default: { api_key: '', tenant_id: '', gateway_url: '', is_proven: false },
  secret: true,
})

/** Recent enrolment attempts. */
export const enrolmentTries = defineSetting({
  key: 'push_enrolment',
  schema: z.object({ failures: z.int(), next_at: z.string().nullable() }),
  default: { failures: 0, next_at: null },
})

/** Whether push delivery works. */
export const pushHealth = defineSetting({
  key: 'push_delivery_health',
  schema: z.object({ failing_since: z.string().nullable(), last_error: z.string().nullable() }),
  default: { failing_since: null, last_error: null },
})

/** The gateway and key the devices were registered with; another one knows none of them. */
export const registeredWith = defineSetting({
  key: 'push_registered_with',
  schema: z.object({ key_hash: z.string() }),
  default: { key_hash: '' },
})
