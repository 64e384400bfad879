import { z } from 'zod'
import { DeviceFields, NumericId, Time } from './primitives.ts'
import { defineRoute } from './route.ts'
import { TokenResponse } from './sessions/sessions.ts'

export const postConnect = defineRoute({
  method: 'POST',
  path: '/api/auth/connect',
  access: 'public',
  summary: 'Exchange the token of a connect link for a session',
  spec: '1:4.1',
  rate: 'sign_in',
  body: z.object({
    token: z.string(),
    ...DeviceFields,
  }),
  response: z.union([
    TokenResponse,
    z.object({ sso_required: z.literal(true), continuation: z.literal('/api/auth/oidc/begin') }),
  ]),
  refusals: ['invalid_connect_token'],
})

export const postConnectToken = defineRoute({
  method: 'POST',
  path: '/api/admin/connect-token',
  access: 'admin',
  permission: 'users:manage',
  summary: 'Create a connect link for a user; a new name creates the user',
  spec: '1:4.12',
  body: z.object({
    name: z.string().optional(),
    user_id: NumericId.optional(),
    server_url: z.string().max(2048).optional(),
  }),
  status: 201,
  response: z.object({
    link: z.string(),
    expires_at: Time,
    origin_source: z.enum(['external_address', 'app']),
    user_id: NumericId,
    username: z.string(),
    created: z.boolean(),
  }),
  refusals: ['invalid_username', 'not_found'],
})

const ExternalAddress = z.object({ external_url: z.string().max(2048) })

export const getExternalAddress = defineRoute({
  method: 'GET',
  path: '/api/admin/external-address',
  access: 'admin',
  permission: 'users:manage',
  summary: 'The address that connect and passkey links start with; empty when none is set',
  spec: '1:4.12',
  response: ExternalAddress,
})

export const putExternalAddress = defineRoute({
  method: 'PUT',
  path: '/api/admin/external-address',
  access: 'admin',
  permission: 'users:manage',
  summary: 'Set or clear the address that connect and passkey links start with',
  spec: '1:4.12',
  body: ExternalAddress,
  response: ExternalAddress,
})
