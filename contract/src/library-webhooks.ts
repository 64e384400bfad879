import { z } from 'zod'
import { OpaqueId } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const adminOfInstances = {
  access: 'admin',
  permission: 'instances:manage',
  spec: '1/I',
} as const satisfies Partial<RouteDefinition>
const InstanceParams = z.object({ id: OpaqueId })

const LIVE_STATES = ['', 'missing', 'stale', 'credential_missing', 'no_callback_url'] as const

/** C60: as found by the last poll. Empty: in order, or not supported. */
export const WebhookState = z.enum([...LIVE_STATES, 'disabled', 'credential_refused'])
export type WebhookState = z.infer<typeof WebhookState>

export const ManagedWebhook = z.object({
  supported: z.boolean(),
  configured: z.boolean(),
  state: z.enum(LIVE_STATES),
  callback_url: z.string().optional(),
})
export type ManagedWebhook = z.infer<typeof ManagedWebhook>

export const getInstanceWebhook = defineRoute({
  ...adminOfInstances,
  method: 'GET',
  path: '/api/admin/instances/{id}/webhook',
  summary: "What the manager's own record of our webhook says now",
  params: InstanceParams,
  response: ManagedWebhook,
  refusals: ['not_found', 'upstream_failed'],
})

export const postInstanceWebhook = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/{id}/webhook',
  summary: 'Install or renew the Foyer webhook in the manager',
  params: InstanceParams,
  response: ManagedWebhook,
  refusals: ['not_found', 'wrong_service_type', 'no_callback_url', 'conflict', 'upstream_failed'],
})

export const postLibraryWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/library/{instanceID}',
  access: 'basic',
  summary: 'A library manager reports an event',
  spec: '1/6',
  body_limit: 4 * 1024 * 1024,
  params: z.object({ instanceID: OpaqueId }),
  /** Not only JSON objects: an authenticated manager always gets 200. */
  raw_body: true,
  response: z.object({ ok: z.literal(true) }),
  refusals: ['unauthorized', 'rate_limited'],
})
