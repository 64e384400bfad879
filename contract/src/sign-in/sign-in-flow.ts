import { z } from 'zod'
import { OpaqueId, Time } from '../primitives.ts'

/** 2/4.3: bodies of the sign-in routes of other providers. */
export const SIGN_IN_BODY_LIMIT = 32 * 1024

/** S256 of the verifier, which only the client that begins knows (2/4.3). */
export const Challenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'Use the S256 challenge of a verifier: 43 characters of base64url.')
export const Verifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'Use 43 to 128 letters, digits and the signs - . _ ~.')

/** The authorization request of a tool client, checked again before the consent (2/4.5). */
export const ToolAuthorization = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  code_challenge: z.string(),
  code_challenge_method: z.string(),
  state: z.string().optional(),
  scope: z.string().optional(),
  resource: z.string().optional(),
})
export type ToolAuthorization = z.infer<typeof ToolAuthorization>

export const Linked = z.object({ status: z.literal('linked') })
export const Unlinked = z.object({ status: z.literal('unlinked') })

/** A tool client waits for the person's consent; the ticket lasts 60 seconds. */
export const ToolConsent = z.object({
  status: z.literal('mcp_consent'),
  consent_ticket: OpaqueId,
  expires_at: Time,
})
