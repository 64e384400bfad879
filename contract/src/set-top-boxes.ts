import { z } from 'zod'
import { MAX_ROW_ID, NumericId, OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

/**
 * 2/4.12: a strict body of at most 16 KiB, never stored by a cache, and errors of exactly `{code, error}` with the
 * codes of that section.
 */
const common = {
  spec: '2:4.12',
  rate: 'set_top_box',
  cache: 'never',
  body_limit: 16 * 1024,
} as const satisfies Partial<RouteDefinition>
const ofUser = { ...common, access: 'user' } as const satisfies Partial<RouteDefinition>
/** An admin route whose refusal for others is `not_available` (C37), so its handler checks the permission. */
const ofAdmin = {
  ...common,
  access: 'admin',
  permission: 'instances:manage',
} as const satisfies Partial<RouteDefinition>

const Name = z.string().trim().min(1).max(128)
/** A host name or IPv4 address; no colon, so neither a port nor IPv6. */
const Address = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9._-]+$/, 'Use a host name or an IPv4 address, without a port.')
const Identifier = z.string().trim().min(1).max(256)
const Id = z.object({ id: OpaqueId })

const Found = z.object({
  name: z.string(),
  address: z.string(),
  identifier: z.string(),
  model: z.string().optional(),
})
export type FoundSetTopBox = z.infer<typeof Found>

/** Address and identifier are for admins only. */
export const SetTopBox = z.object({
  id: OpaqueId,
  name: z.string(),
  address: z.string().optional(),
  identifier: z.string().optional(),
})
export type SetTopBox = z.infer<typeof SetTopBox>

export const listSetTopBoxes = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/set-top-boxes',
  summary: 'The boxes the caller may use, and whether this server can talk to boxes at all',
  response: z.object({ supported: z.boolean(), devices: z.array(SetTopBox) }),
  refusals: ['not_available', 'unavailable', 'rate_limited'],
})

export const discoverSetTopBoxes = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/set-top-boxes/discover',
  summary: 'Look for boxes in the local network, or at one address',
  body: z.strictObject({ address: Address.optional() }),
  response: z.object({ devices: z.array(Found), scope: z.enum(['address', 'local_network']) }),
  refusals: [
    'not_available',
    'invalid_request',
    'unsupported',
    'unreachable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})

export const beginSetTopBoxPairing = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/set-top-boxes/pairings',
  summary: 'Begin to pair with a box, which then shows a PIN for five minutes',
  body: z.strictObject({ name: Name, address: Address, identifier: Identifier }),
  response: z.object({
    id: OpaqueId,
    state: z.literal('pin_required'),
    device: z.object({ name: z.string(), address: z.string(), identifier: z.string() }),
    expires_at: Time,
  }),
  status: 201,
  refusals: [
    'not_available',
    'invalid_request',
    'busy',
    'pairing_failed',
    'unsupported',
    'unreachable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})

export const completeSetTopBoxPairing = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/set-top-boxes/pairings/{id}/complete',
  summary: 'Enter the PIN that the box shows; only the session that began the pairing',
  params: Id,
  body: z.strictObject({ pin: z.string() }),
  response: SetTopBox,
  status: 201,
  refusals: [
    'not_available',
    'invalid_request',
    'invalid_pin',
    'pairing_expired',
    'busy',
    'pairing_failed',
    'unreachable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})

export const cancelSetTopBoxPairing = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/set-top-boxes/pairings/{id}',
  summary: 'Give up pairing; only the session that began it',
  params: Id,
  response: z.object({ state: z.literal('cancelled') }),
  refusals: ['not_available', 'pairing_expired', 'unavailable', 'rate_limited'],
})

export const changeSetTopBox = defineRoute({
  ...ofAdmin,
  method: 'PATCH',
  path: '/api/set-top-boxes/{id}',
  summary: 'Rename a box or change its address; what is under way on it ends',
  params: Id,
  body: z.strictObject({ name: Name.optional(), address: Address.optional() }),
  response: z.object({ state: z.literal('saved') }),
  refusals: ['not_available', 'invalid_request', 'not_found', 'unavailable', 'rate_limited'],
})

export const forgetSetTopBox = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/set-top-boxes/{id}',
  summary: 'Forget a box, its credentials and who may use it',
  params: Id,
  response: z.object({ state: z.literal('forgotten') }),
  refusals: ['not_available', 'not_found', 'unavailable', 'rate_limited'],
})

const UserIds = z.object({ user_ids: z.array(NumericId.max(MAX_ROW_ID)).max(1000) })

export const getSetTopBoxGrants = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/set-top-boxes/{id}/grants',
  summary: 'Who may use a box, besides the admins',
  params: Id,
  response: UserIds,
  refusals: ['not_available', 'not_found', 'unavailable', 'rate_limited'],
})

export const putSetTopBoxGrants = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/set-top-boxes/{id}/grants',
  summary: 'Replace who may use a box; adults only',
  params: Id,
  body: z.strictObject(UserIds.shape),
  response: z.object({ state: z.literal('saved') }),
  refusals: ['not_available', 'invalid_request', 'not_found', 'unavailable', 'rate_limited'],
})

export const checkSetTopBox = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/set-top-boxes/{id}/check',
  summary: 'Check the connection to a box and that its player is installed, without starting anything',
  params: Id,
  body: z.strictObject({}).optional(),
  response: z.object({ state: z.literal('checked') }),
  refusals: [
    'not_available',
    'invalid_request',
    'not_found',
    'busy',
    'identity_changed',
    'needs_pairing',
    'player_missing',
    'unsupported',
    'unreachable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})

export const openOnSetTopBox = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/set-top-boxes/{id}/open',
  summary: 'Open a title of the library on a box; the box asks, and nothing plays by itself',
  params: Id,
  body: z.strictObject({ media_type: z.enum(['movie', 'tv']), tmdb_id: NumericId }),
  response: z.object({
    state: z.literal('sent'),
    confirmation_id: OpaqueId,
    confirmation_expires_at: Time,
  }),
  refusals: [
    'not_available',
    'title_unavailable',
    'invalid_request',
    'not_found',
    'busy',
    'identity_changed',
    'needs_pairing',
    'launch_failed',
    'player_missing',
    'unsupported',
    'unreachable',
    'lookup_unavailable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})

export const confirmOpenOnSetTopBox = defineRoute({
  ...ofUser,
  method: 'POST',
  path: '/api/set-top-boxes/{id}/confirm-open',
  summary: 'Answer the question that the box asks, once and within 30 seconds',
  params: Id,
  body: z.strictObject({ confirmation_id: OpaqueId }),
  response: z.object({ state: z.literal('sent') }),
  refusals: [
    'not_available',
    'title_unavailable',
    'invalid_request',
    'confirmation_expired',
    'not_found',
    'busy',
    'identity_changed',
    'needs_pairing',
    'launch_failed',
    'unsupported',
    'unreachable',
    'lookup_unavailable',
    'unavailable',
    'timeout',
    'rate_limited',
  ],
})
