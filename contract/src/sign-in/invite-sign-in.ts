import { z } from 'zod'
import { DeviceFields, NumericId, NumericIdParam, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TokenResponse } from '../sessions/sessions.ts'
import {
  Challenge,
  Linked,
  SIGN_IN_BODY_LIMIT,
  ToolAuthorization,
  ToolConsent,
  Unlinked,
  Verifier,
} from './sign-in-flow.ts'

const common = { spec: '2:4.3', body_limit: SIGN_IN_BODY_LIMIT } as const satisfies Partial<RouteDefinition>
const ofAnybody = { ...common, access: 'public' } as const
const ofUser = { ...common, access: 'user' } as const
const ofAdmin = { ...common, access: 'admin', permission: 'users:manage' } as const

/** The seconds between two checks. */
export const CHECK_SECONDS = 3

const Begun = z.object({ flow: OpaqueId, url: z.string(), expires_at: Time, interval: z.int() })

export const postInviteSignInBegin = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/invite-server/begin',
  summary: "Begin to sign in with the account of the invite server's provider",
  body: z.object({ client: z.enum(['web', 'mobile']), challenge: Challenge, ...DeviceFields }),
  response: Begun,
  refusals: ['sign_in_disabled', 'unavailable'],
})

export const postInviteSignInCheck = defineRoute({
  ...ofAnybody,
  rate: 'invite_check',
  method: 'POST',
  path: '/api/auth/invite-server/check',
  summary: 'Whether the provider has approved; then a code that is used once',
  body: z.object({ flow: OpaqueId, verifier: Verifier }),
  response: z.union([
    z.object({ status: z.literal('pending'), interval: z.int() }),
    z.object({ status: z.literal('complete'), code: z.string() }),
  ]),
  refusals: ['invalid_flow', 'sign_in_disabled', 'unavailable'],
})

export const postInviteSignInExchange = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/invite-server/exchange',
  summary: 'Exchange the code for a session, a link, or the consent for a tool client',
  body: z.object({ flow: OpaqueId, code: z.string(), verifier: Verifier }),
  response: z.union([TokenResponse, Linked, ToolConsent]),
  refusals: [
    'invalid_flow',
    'sign_in_disabled',
    'sign_in_denied',
    'sso_required',
    'identity_conflict',
    'unavailable',
  ],
})

export const postInviteSignInCancel = defineRoute({
  ...ofAnybody,
  rate: 'invite_check',
  method: 'POST',
  path: '/api/auth/invite-server/cancel',
  summary: 'Give up a sign-in that was begun',
  body: z.object({ flow: OpaqueId, verifier: Verifier }),
  response: z.object({ status: z.literal('cancelled') }),
  refusals: ['invalid_flow'],
})

export const postInviteSignInToolBegin = defineRoute({
  ...ofAnybody,
  rate: 'oauth',
  method: 'POST',
  path: '/api/auth/invite-server/mcp/begin',
  summary: 'Begin to sign in on the authorization page of a tool client',
  body: z.object({ client: z.literal('mcp'), challenge: Challenge, oauth: ToolAuthorization }),
  response: Begun,
  refusals: ['sign_in_disabled', 'invalid_request', 'unavailable'],
})

export const postInviteLink = defineRoute({
  ...ofUser,
  rate: 'account',
  method: 'POST',
  path: '/api/auth/invite-server/link',
  summary: "Begin to link the provider's account as a sign-in method of this account",
  body: z.object({ challenge: Challenge }),
  response: Begun,
  refusals: ['sign_in_disabled', 'unavailable'],
})

const InviteIdentities = z.object({
  identities: z.array(
    z.object({ invite_account_id: z.string(), email: z.string(), username: z.string(), created_at: Time }),
  ),
})

export const getInviteIdentities = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/auth/invite-server/identities',
  summary: "The provider's account that signs in to this account",
  response: InviteIdentities,
})

export const deleteInviteIdentities = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/auth/invite-server/identities',
  summary: "Unlink the provider's account",
  response: Unlinked,
  refusals: ['last_method'],
})

const InviteAuth = z.object({ enabled: z.boolean(), auto_create: z.boolean() })
export type InviteAuth = z.infer<typeof InviteAuth>

export const getInviteAuth = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/invite-auth',
  summary: 'Whether people may sign in with the invite server',
  response: InviteAuth,
})

export const putInviteAuth = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/invite-auth',
  summary: 'Turn sign-in with the invite server on or off; off ends the sessions that began with it',
  body: InviteAuth.partial(),
  response: InviteAuth,
  refusals: ['no_instance', 'last_method'],
})

/** Why a candidate cannot be confirmed; empty: it can. */
export const CANDIDATE_REASONS = [
  '',
  'unreachable',
  'not_found',
  'ambiguous',
  'already_linked',
  'pending_invite',
] as const

const Candidate = z.object({
  user_id: NumericId,
  username: z.string(),
  invite_account_id: z.string(),
  email: z.string(),
  invite_username: z.string(),
  servers: z.array(z.object({ instance_id: OpaqueId, name: z.string(), error: z.string().optional() })),
  reason: z.enum(CANDIDATE_REASONS),
  confirmed: z.boolean(),
})
export type InviteCandidate = z.infer<typeof Candidate>

export const getInviteCandidates = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/invite-auth/candidates',
  summary: 'Existing shares that could become sign-in identities, read fresh',
  response: z.object({ candidates: z.array(Candidate) }),
})

export const postInviteConfirm = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/invite-auth/confirm',
  summary: 'Make shares into sign-in identities; all of them, or none',
  body: z.object({
    mappings: z
      .array(z.object({ user_id: NumericId, invite_account_id: z.string().min(1) }))
      .min(1)
      .max(200),
  }),
  response: z.object({ status: z.literal('confirmed'), confirmed: z.int() }),
  refusals: ['identity_conflict', 'conflict', 'unavailable'],
})

export const getUserInviteIdentity = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/users/{userID}/invite-identity',
  summary: "The provider's account that signs in to a user's account",
  params: z.object({ userID: NumericIdParam }),
  response: InviteIdentities,
  refusals: ['not_found'],
})

export const deleteUserInviteIdentity = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/admin/users/{userID}/invite-identity',
  summary: 'Unlink it, and end the sessions that began with it',
  params: z.object({ userID: NumericIdParam }),
  response: Unlinked,
  refusals: ['not_found', 'last_method'],
})
