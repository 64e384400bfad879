import { z } from 'zod'
import { OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const admin = {
  access: 'admin',
  permission: 'instances:manage',
  spec: '1:4.4',
} as const satisfies Partial<RouteDefinition>

const HOME = '/api/admin/instances/{id}/book-list-connection'
const ofInstance = { params: z.object({ id: OpaqueId }) }
const ofFlow = { params: z.object({ id: OpaqueId, flowID: OpaqueId }) }

export const BookListConnection = z.object({
  supported: z.boolean(),
  configured: z.boolean(),
  /** Whether this server has its own app at the provider, so that a device can be linked. */
  oauth_available: z.boolean(),
  method: z.enum(['token', 'oauth', '']),
  /** The provider no longer accepts the stored credentials; a person must reconnect. */
  reconnect_required: z.boolean(),
  /** Shared by every instance that uses it; absent when there is none. */
  connection_id: z.string().optional(),
  /** Counts this instance's changes of connection; 0 before the first. */
  revision: z.int().nonnegative(),
})
export type BookListConnection = z.infer<typeof BookListConnection>

export const getBookListConnection = defineRoute({
  ...admin,
  ...ofInstance,
  method: 'GET',
  path: HOME,
  summary: 'The book list of an instance; does not call the provider',
  response: BookListConnection,
  refusals: ['not_found', 'wrong_service_type'],
})

const Revision = z.int().nonnegative()

export const putBookListConnection = defineRoute({
  ...admin,
  ...ofInstance,
  method: 'PUT',
  path: HOME,
  summary: 'Connect with a personal token, after a test read of the catalogue',
  body: z.object({
    /** A leading `Bearer ` is stripped: people paste it together with the token. */
    token: z
      .string()
      .transform(text => text.trim().replace(/^bearer(\s+|$)/i, ''))
      .pipe(z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'Paste the token as the provider shows it.')),
    revision: Revision.optional(),
  }),
  response: BookListConnection,
  refusals: ['not_found', 'wrong_service_type', 'token_rejected', 'stale_revision', 'upstream_failed'],
})

export const deleteBookListConnection = defineRoute({
  ...admin,
  ...ofInstance,
  method: 'DELETE',
  path: HOME,
  summary: 'Disconnect this instance; others that share the connection keep it',
  response: BookListConnection,
  refusals: ['not_found', 'wrong_service_type'],
})

export const postBookListDevice = defineRoute({
  ...admin,
  ...ofInstance,
  method: 'POST',
  path: `${HOME}/device/begin`,
  summary: "Begin to link by a code that somebody enters on the provider's page",
  response: z.object({
    flow_id: z.string(),
    status: z.literal('pending'),
    user_code: z.string(),
    verification_uri: z.string(),
    expires_at: Time,
    /** Seconds between two polls. */
    interval: z.int().positive(),
  }),
  refusals: ['not_found', 'wrong_service_type', 'oauth_unavailable', 'upstream_failed'],
})

export const FLOW_STATES = [
  'pending',
  'connected',
  'expired',
  'denied',
  'cancelled',
  'superseded',
  'failed',
] as const
export type FlowState = (typeof FLOW_STATES)[number]

export const getBookListDevice = defineRoute({
  ...admin,
  ...ofFlow,
  method: 'GET',
  path: `${HOME}/device/{flowID}`,
  summary: 'The state of linking; polls the provider at its own interval',
  response: z.object({
    flow_id: z.string(),
    status: z.enum(FLOW_STATES),
    connection_id: z.string().optional(),
    error: z.string().optional(),
  }),
  refusals: ['not_found', 'wrong_service_type'],
})

export const deleteBookListDevice = defineRoute({
  ...admin,
  ...ofFlow,
  method: 'DELETE',
  path: `${HOME}/device/{flowID}`,
  summary: 'Cancel linking',
  response: z.object({ status: z.literal('cancelled') }),
  refusals: ['not_found', 'wrong_service_type', 'conflict'],
})

export const APPLY_ERRORS = ['stale_revision', 'not_found', 'failed'] as const
export type ApplyError = (typeof APPLY_ERRORS)[number]

export const postBookListApply = defineRoute({
  ...admin,
  ...ofInstance,
  method: 'POST',
  path: `${HOME}/apply`,
  summary: 'Share the connection with other book managers, one by one',
  body: z.object({
    connection_id: OpaqueId,
    instances: z
      .array(z.object({ instance_id: OpaqueId, revision: Revision }))
      .min(1)
      .max(100),
  }),
  response: z.object({
    results: z.array(
      z.object({
        instance_id: z.string(),
        applied: z.boolean(),
        error: z.enum(APPLY_ERRORS).optional(),
      }),
    ),
  }),
  refusals: ['not_found', 'wrong_service_type'],
})
