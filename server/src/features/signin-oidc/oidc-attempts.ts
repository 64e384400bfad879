import { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { type Attempt, type Attempts, createAttempts } from '#features/sign-in/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'

/** The device session that began a link or a test; it is checked again at every step. */
const Initiator = z.object({ user_id: z.int(), device_id: z.string() })
export type Initiator = z.infer<typeof Initiator>

/** What the sign-in is for. */
const Purpose = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('sign_in'),
    client: z.enum(['web', 'mobile']),
    device_name: z.string().optional(),
    hardware_id: z.string().optional(),
    /** SHA-256 of the connect token. */
    invitation: z.string().optional(),
  }),
  z.object({ type: z.literal('link'), by: Initiator }),
  z.object({ type: z.literal('test'), by: Initiator }),
  z.object({ type: z.literal('mcp'), oauth: ToolAuthorization }),
])
export type Purpose = z.infer<typeof Purpose>

const Identity = z.object({
  issuer: z.string(),
  subject: z.string(),
  provider_session: z.string().optional(),
  /** For a new account: the wanted name, and the address as the provider gave it. */
  username: z.string(),
  email: z.string(),
  /** For a test: what arrived, in words. */
  report: z.string().optional(),
})
export type OidcIdentity = z.infer<typeof Identity>

/** Each stage is left once, so nothing works twice. */
const Stage = z.discriminatedUnion('at', [
  z.object({ at: z.literal('begun') }),
  z.object({
    at: z.literal('started'),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** SHA-256 of the cookie of the browser that started. */
    browser: z.string(),
    /** The configuration it started with: a code must not go to another provider than the one that made it. */
    configuration: z.string(),
  }),
  /** The browser came back; the provider is being asked. */
  z.object({ at: z.literal('returned') }),
  z.object({ at: z.literal('proved'), code: z.string(), identity: Identity }),
])

const OidcAttemptData = z.object({
  /** The challenge of the client that began. */
  challenge: z.string(),
  purpose: Purpose,
  stage: Stage,
})
export type OidcAttemptData = z.infer<typeof OidcAttemptData>
export type OidcAttempt = Attempt<OidcAttemptData>
export type OidcAttempts = Attempts<OidcAttemptData>

/**
 * Sign-ins with OpenID Connect that are under way. A save of the configuration calls `endAll` before it ends
 * sessions: an exchange that holds its attempt commits first, so that its session is seen and ended too.
 */
export function createOidcAttempts(platform: {
  database: Database
  box: SecretBox
  clock: Clock
}): OidcAttempts {
  return createAttempts(platform, { method: 'oidc', schema: OidcAttemptData })
}
