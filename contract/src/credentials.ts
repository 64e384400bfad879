import { z } from 'zod'
import { ConnectionCategory } from './instances/instance-types.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const adminOfCredentials = {
  access: 'admin',
  permission: 'credentials:manage',
  spec: '2:4.7',
} as const satisfies Partial<RouteDefinition>

/** The current secret keys; the AI keys will be added with their slice. */
export const CREDENTIAL_KEYS = ['tmdb_access_token', 'list_provider_client_id'] as const
export const CredentialKey = z.enum(CREDENTIAL_KEYS)
export type CredentialKey = (typeof CREDENTIAL_KEYS)[number]

const Presence = { tmdb_access_token: z.boolean(), list_provider_client_id: z.boolean() }

/** Presence only; `*_using_builtin`: none is saved and the environment provides one. */
export const Credentials = z.object({
  credentials: z.object(Presence),
  ...Presence,
  tmdb_using_builtin: z.boolean(),
  list_provider_using_builtin: z.boolean(),
})
export type Credentials = z.infer<typeof Credentials>

export const getCredentials = defineRoute({
  ...adminOfCredentials,
  method: 'GET',
  path: '/api/admin/credentials',
  summary: 'Which provider keys are set',
  response: Credentials,
})

export const putCredentials = defineRoute({
  ...adminOfCredentials,
  method: 'PUT',
  path: '/api/admin/credentials',
  summary: 'Test provider keys and save them; a blank one keeps the stored key',
  body: z.strictObject({
    tmdb_access_token: z.string().max(2048).optional(),
    list_provider_client_id: z.string().max(512).optional(),
  }),
  response: Credentials,
  refusals: ['credential_rejected', 'upstream_failed'],
})

export const deleteCredential = defineRoute({
  ...adminOfCredentials,
  method: 'DELETE',
  path: '/api/admin/credentials/{key}',
  summary: 'Delete a provider key',
  params: z.object({ key: z.string() }),
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['unknown_key'],
})

const adminOfProxy = { ...adminOfCredentials, permission: 'instances:manage', spec: '1/I' } as const

export const OutboundProxy = z.object({
  enabled: z.boolean(),
  url: z.string(),
  username: z.string(),
  has_password: z.boolean(),
  no_proxy: z.array(z.string()),
})
export type OutboundProxy = z.infer<typeof OutboundProxy>

export const OutboundProxyChange = z.object({
  enabled: z.boolean().optional(),
  url: z.string().max(2048).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(512).optional(),
  clear_password: z.boolean().optional(),
  no_proxy: z.array(z.string().min(1).max(256)).max(100).optional(),
})
export type OutboundProxyChange = z.infer<typeof OutboundProxyChange>

export const getOutboundProxy = defineRoute({
  ...adminOfProxy,
  method: 'GET',
  path: '/api/admin/outbound-proxy',
  summary: 'The proxy for internet providers',
  response: OutboundProxy,
})

export const putOutboundProxy = defineRoute({
  ...adminOfProxy,
  method: 'PUT',
  path: '/api/admin/outbound-proxy',
  summary: 'Change the proxy for internet providers',
  body: OutboundProxyChange,
  response: OutboundProxy,
  refusals: ['secret_required'],
})

export const postOutboundProxyTest = defineRoute({
  ...adminOfProxy,
  method: 'POST',
  path: '/api/admin/outbound-proxy/test',
  summary: 'Try the saved proxy, or a draft of it',
  body: OutboundProxyChange,
  response: z.object({
    ok: z.boolean(),
    error: z.string().optional(),
    category: ConnectionCategory,
    elapsed_ms: z.int(),
  }),
})
