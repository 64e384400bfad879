import { z } from 'zod'
import { OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofUser = { access: 'user', spec: '2:4.1' } as const satisfies Partial<RouteDefinition>

/**
 * What became of an invite. `claimed`: the account belongs to another user's row. `unlinked`: an admin unlinked it, and
 * nothing links it again by itself. Empty: there was nothing to send, and the admins were notified.
 */
export const INVITE_STATES = ['', 'sent', 'adopted', 'failed', 'claimed', 'unlinked'] as const
export type InviteState = (typeof INVITE_STATES)[number]

/** Whether the provider's account also became a way to sign in here. */
export const IDENTITY_STATES = ['', 'linked', 'already_linked', 'conflict', 'disabled'] as const
export type IdentityState = (typeof IDENTITY_STATES)[number]

export const postServerSignInBegin = defineRoute({
  ...ofUser,
  rate: 'account',
  method: 'POST',
  path: '/api/media-servers/invite-server/sign-in/begin',
  summary: "Begin to sign in to the invite server's provider with the caller's own account",
  response: z.object({ pin_id: OpaqueId, code: z.string(), url: z.string(), expires_at: Time }),
  refusals: ['upstream_failed'],
})

export const postServerSignInCheck = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/media-servers/invite-server/sign-in/check',
  summary: 'Whether the sign-in was approved, and what became of the invite',
  body: z.object({ pin_id: OpaqueId }),
  response: z.union([
    z.object({ linked: z.literal(false) }),
    z.object({
      linked: z.literal(true),
      username: z.string(),
      email: z.string(),
      invite_state: z.enum(INVITE_STATES),
      identity_state: z.enum(IDENTITY_STATES).optional(),
      identity_error: z.string().optional(),
    }),
  ]),
  refusals: ['pin_expired', 'upstream_failed'],
})
