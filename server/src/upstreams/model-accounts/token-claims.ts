import { z } from 'zod'

/** A value with control characters is not a name or address, and PostgreSQL could not store it. */
const text = z
  .string()
  .min(1)
  .max(320)
  .regex(/^\P{Cc}*$/u)
  .optional()
  .catch(undefined)

const Claims = z.object({
  exp: z.number().positive().max(1e11).optional().catch(undefined),
  email: text,
  plan_type: text,
  'https://api.openai.com/auth': z.object({ chatgpt_plan_type: text }).optional().catch(undefined),
})

/**
 * The claims of a JWT, without its signature: it came directly from the token endpoint (OpenID Connect Core 3.1.3.7),
 * and nothing is permitted because of them. A token of another form has none.
 */
export function readClaims(token: string | null | undefined) {
  const claims = Claims.safeParse(payloadOf(token ?? ''))
  if (!claims.success) return { expires_at_ms: null, email: null, plan_type: null }
  const { exp, email, plan_type, 'https://api.openai.com/auth': account } = claims.data
  return {
    expires_at_ms: exp === undefined ? null : exp * 1000,
    email: email ?? null,
    plan_type: plan_type ?? account?.chatgpt_plan_type ?? null,
  }
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
