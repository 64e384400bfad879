import { z } from 'zod'
import { DeviceFields, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TokenResponse } from '../sessions/sessions.ts'
import { SIGN_IN_BODY_LIMIT } from './sign-in-flow.ts'

const common = { spec: '0.8', body_limit: SIGN_IN_BODY_LIMIT } as const satisfies Partial<RouteDefinition>
const ofAnybody = { ...common, access: 'public' } as const
const ofAdmin = { ...common, access: 'admin', permission: 'users:manage' } as const

const AccountSignIn = z.object({
  enabled: z.boolean(),
  auto_create: z.boolean(),
  instance_ids: z.array(OpaqueId),
})
export type AccountSignIn = z.infer<typeof AccountSignIn>

export const getAccountSignIn = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/account-sign-in',
  summary: 'Whether people may sign in with an account of these video servers',
  response: AccountSignIn,
})

export const putAccountSignIn = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/account-sign-in',
  summary: 'Turn it on or off; off ends the sessions that began with it',
  body: AccountSignIn.partial(),
  response: AccountSignIn,
})

export const postAccountServerSignIn = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/account-server/sign-in',
  summary: "Sign in with a video server's own account",
  body: z.object({ instance_id: OpaqueId, username: z.string(), password: z.string(), ...DeviceFields }),
  response: TokenResponse,
  refusals: [
    'sign_in_disabled',
    'sign_in_denied',
    'sso_required',
    'invalid_credentials',
    'rate_limited',
    'unavailable',
  ],
})

export const postQuickConnectBegin = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/account-server/quick-connect/begin',
  summary: 'Get a code to enter in an app that is signed in to the video server',
  body: z.object({ instance_id: OpaqueId, ...DeviceFields }),
  response: z.object({ flow: OpaqueId, code: z.string(), expires_at: Time, interval: z.int() }),
  refusals: ['sign_in_disabled', 'not_supported', 'unavailable'],
})

export const postQuickConnectCheck = defineRoute({
  ...ofAnybody,
  method: 'POST',
  path: '/api/auth/account-server/quick-connect/check',
  summary: 'Whether the code was entered; then the session, once',
  body: z.object({ flow: OpaqueId }),
  response: z.union([z.object({ status: z.literal('pending'), interval: z.int() }), TokenResponse]),
  refusals: ['invalid_flow', 'sign_in_disabled', 'sign_in_denied', 'sso_required', 'unavailable'],
})
