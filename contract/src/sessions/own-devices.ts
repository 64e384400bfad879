import { z } from 'zod'
import { OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofUser = { access: 'user', spec: '0.8 C68' } as const satisfies Partial<RouteDefinition>
const Revoked = z.object({ status: z.literal('revoked') })

export const OwnDevice = z.object({
  id: OpaqueId,
  name: z.string(),
  kind: z.enum(['app', 'tool']),
  /** The device of the caller. */
  current: z.boolean(),
  created_at: Time,
  last_used_at: Time,
})
export type OwnDevice = z.infer<typeof OwnDevice>

export const getOwnDevices = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/me/devices',
  summary: 'The devices of the caller, most recently used first',
  response: z.object({ devices: z.array(OwnDevice) }),
})

export const deleteOwnDevice = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/me/devices/{id}',
  summary: "Sign out one of the caller's devices; the current one as with a logout",
  params: z.object({ id: OpaqueId }),
  response: Revoked,
  refusals: ['not_found'],
})

export const deleteOtherDevices = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/me/devices',
  summary: "Sign out all of the caller's devices but this one",
  response: Revoked.extend({ revoked: z.int() }),
})
