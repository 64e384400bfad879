import { z } from 'zod'
import { PERMISSIONS, ROLES } from '../permissions.ts'
import { DeviceFields, NumericId, OpaqueId, StatusOk, Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'

export const User = z.object({
  id: NumericId,
  username: z.string(),
  role: z.enum(ROLES),
  permissions: z.array(z.enum(PERMISSIONS)),
  password_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  has_password: z.boolean(),
  sso_linked: z.boolean(),
  invite_linked: z.boolean(),
  ai_shared_enabled: z.boolean(),
  invite_email: z.string(),
  invited_at: Time.optional(),
  created_at: Time,
  child: z.boolean(),
  content_limits: z
    .object({ max_movie_rating: z.string(), max_tv_rating: z.string(), rating_region: z.string() })
    .optional(),
})
export type User = z.infer<typeof User>

export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
  device_id: z.string(),
  user: User,
})
export type TokenResponse = z.infer<typeof TokenResponse>

/** The slice checks the length and refuses with `invalid_username` and `weak_password`. */
const Credentials = z.object({ username: z.string(), password: z.string(), ...DeviceFields })

export const LOGIN_METHODS = ['password', 'passkey', 'invite_server', 'oidc'] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** C62: a video server whose accounts may sign in. */
const AccountServerOffer = z.object({
  instance_id: OpaqueId,
  name: z.string(),
  service_type: z.enum(['account_server_a', 'account_server_b']),
  quick_connect: z.boolean(),
})

export const getAuthStatus = defineRoute({
  method: 'GET',
  path: '/api/auth/status',
  access: 'public',
  summary: 'Whether Foyer is set up, and the sign-in methods',
  spec: '1:4.1',
  response: z.object({
    setup_complete: z.boolean(),
    needs_setup: z.boolean(),
    login_methods: z.array(z.enum(LOGIN_METHODS)),
    webauthn_available: z.boolean(),
    native_passkeys: z.object({ apple_configured: z.boolean(), android_configured: z.boolean() }),
    server_name: z.string(),
    version: z.string(),
    invite_available: z.boolean().optional(),
    sso_available: z.boolean().optional(),
    sso_provider: z.string().optional(),
    sso_only: z.boolean().optional(),
    sso_origin: z.string().optional(),
    sso_error: z.enum(['misconfigured', 'provider_unreachable']).optional(),
    account_sign_in: z.array(AccountServerOffer).optional(),
  }),
})

export const postAuthSetup = defineRoute({
  method: 'POST',
  path: '/api/auth/setup',
  access: 'public',
  summary: 'Create the first admin and sign in',
  spec: '1:4.1',
  rate: 'sign_in',
  body: Credentials,
  status: 201,
  response: TokenResponse,
  refusals: ['setup_complete', 'invalid_username', 'weak_password'],
})

export const postAuthLogin = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in with a password',
  spec: '1:4.1',
  rate: 'sign_in',
  body: Credentials,
  response: TokenResponse,
  refusals: ['invalid_credentials', 'sso_required', 'rate_limited'],
})

export const postAuthRefresh = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  summary: 'Mint an access token; 401 only when the session was really revoked',
  spec: '1:4.1',
  rate: 'refresh',
  body: z.object({ refresh_token: z.string().min(1) }),
  response: TokenResponse,
  refusals: ['session_revoked', 'unavailable'],
})

export const postAuthLogout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: "End this device's own session",
  spec: '1:4.1',
  /** C63: where the browser ends the provider's session too. */
  response: StatusOk.extend({ end_session_url: z.string().optional() }),
})

export const getAuthMe = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  access: 'user',
  summary: 'The signed-in user, with permissions',
  spec: '1:4.1',
  response: User.extend({ device_id: z.string() }),
})

export const postPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/password',
  access: 'user',
  summary: 'Set your password',
  spec: '1:4.1',
  rate: 'account',
  body: z.object({ password: z.string(), current_password: z.string().optional() }),
  response: StatusOk,
  refusals: ['method_disabled', 'weak_password', 'bad_credentials'],
})
