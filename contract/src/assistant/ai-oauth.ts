import { z } from 'zod'
import { Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { ModelId } from './ai-providers.ts'

const ofCaller = {
  spec: '2:4.6',
  access: 'user',
  permission: 'ai:chat',
} as const satisfies Partial<RouteDefinition>

const ofAdmin = {
  spec: '2:4.7',
  access: 'admin',
  permission: 'credentials:manage',
} as const satisfies Partial<RouteDefinition>

/** `oauth-a` or `oauth-b`; anything else is 404. */
const OauthParams = z.object({ oauth: z.string() })
const FlowParams = z.object({ oauth: z.string(), flowID: z.string() })

/** How much of the account's allowance is used (C56). */
export const UsageWindow = z.object({
  label: z.string(),
  used_percent: z.number(),
  resets_at: Time.optional(),
})

/** A linked account. `stale`: the provider could not be asked, so this is what was known before. */
export const AiAccountStatus = z.object({
  available: z.boolean(),
  reason: z.enum(['', 'not_configured', 'disconnected', 'reconnect_required']),
  connected: z.boolean(),
  email: z.string().optional(),
  plan_type: z.string().optional(),
  usage: z.object({ windows: z.array(UsageWindow) }).optional(),
  model: z.string().optional(),
  updated_at: Time.optional(),
  stale: z.boolean(),
})
export type AiAccountStatus = z.infer<typeof AiAccountStatus>

/** A code that a person enters on the provider's page (RFC 8628). */
export const AiDeviceCode = z.object({
  flow_id: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string().optional(),
  user_code: z.string(),
  expires_at: Time,
  interval: z.int(),
})
export type AiDeviceCode = z.infer<typeof AiDeviceCode>

export const AI_FLOW_STATUSES = ['pending', 'connected', 'expired', 'denied', 'failed', 'cancelled'] as const
export const AiDeviceFlow = z.object({
  status: z.enum(AI_FLOW_STATUSES),
  account: AiAccountStatus.optional(),
  error: z.string().optional(),
})
export type AiDeviceFlow = z.infer<typeof AiDeviceFlow>

const begin = {
  method: 'POST',
  params: OauthParams,
  body: z.object({ model: ModelId.optional() }),
  response: AiDeviceCode,
  refusals: ['not_found', 'oauth_unavailable', 'upstream_failed'],
  rate: 'ai_device',
} as const satisfies Partial<RouteDefinition>

const status = {
  method: 'GET',
  params: OauthParams,
  response: AiAccountStatus,
  refusals: ['not_found'],
} as const satisfies Partial<RouteDefinition>

const poll = {
  method: 'GET',
  params: FlowParams,
  response: AiDeviceFlow,
  refusals: ['not_found'],
} as const satisfies Partial<RouteDefinition>

const cancel = {
  method: 'DELETE',
  params: FlowParams,
  response: z.object({ status: z.literal('cancelled') }),
  refusals: ['not_found', 'conflict'],
} as const satisfies Partial<RouteDefinition>

const unlink = {
  method: 'DELETE',
  params: OauthParams,
  response: z.object({ status: z.literal('unlinked') }),
  refusals: ['not_found'],
} as const satisfies Partial<RouteDefinition>

export const getAiAccount = defineRoute({
  ...ofCaller,
  ...status,
  path: '/api/ai/{oauth}/status',
  summary: 'The caller’s linked account',
})

export const postAiDeviceBegin = defineRoute({
  ...ofCaller,
  ...begin,
  path: '/api/ai/{oauth}/device/begin',
  summary: 'Get a code that links an account of the caller',
})

export const getAiDeviceFlow = defineRoute({
  ...ofCaller,
  ...poll,
  path: '/api/ai/{oauth}/device/{flowID}',
  summary: 'Whether the code was entered; the account is tried before it counts',
})

export const deleteAiDeviceFlow = defineRoute({
  ...ofCaller,
  ...cancel,
  path: '/api/ai/{oauth}/device/{flowID}',
  summary: 'Stop waiting for the code',
})

export const deleteAiAccount = defineRoute({
  ...ofCaller,
  ...unlink,
  path: '/api/ai/{oauth}',
  summary: 'Unlink the caller’s account',
})

export const getSharedAiAccount = defineRoute({
  ...ofAdmin,
  ...status,
  path: '/api/admin/ai/{oauth}/status',
  summary: 'The linked account that the server includes',
})

export const postSharedAiDeviceBegin = defineRoute({
  ...ofAdmin,
  ...begin,
  path: '/api/admin/ai/{oauth}/device/begin',
  summary: 'Get a code that links an account for everybody with included access',
})

export const getSharedAiDeviceFlow = defineRoute({
  ...ofAdmin,
  ...poll,
  path: '/api/admin/ai/{oauth}/device/{flowID}',
  summary: 'Whether the code was entered; for the admin who began',
})

export const deleteSharedAiDeviceFlow = defineRoute({
  ...ofAdmin,
  ...cancel,
  path: '/api/admin/ai/{oauth}/device/{flowID}',
  summary: 'Stop waiting for the code; for the admin who began',
})

export const deleteSharedAiAccount = defineRoute({
  ...ofAdmin,
  ...unlink,
  path: '/api/admin/ai/{oauth}',
  summary: 'Unlink the account that the server includes',
})
