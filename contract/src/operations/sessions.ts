import { z } from 'zod'
import { NumericId, OpaqueId, RowIdParam } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { OwnDevice } from '../sessions/own-devices.ts'
import { operatorReads } from './operator-access.ts'

export const SessionOfAnybody = OwnDevice.extend({ user_id: NumericId, username: z.string() })
export type SessionOfAnybody = z.infer<typeof SessionOfAnybody>

export const listSessions = defineRoute({
  ...operatorReads,
  permission: 'users:manage',
  method: 'GET',
  path: '/api/admin/operations/sessions',
  summary: 'The signed-in devices of everybody, most recently used first',
  query: z.object({
    user_id: RowIdParam.optional(),
    /** Words, upper or lower case; each must occur in the name of the person or of the device. */
    text: z.string().max(200).optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({ sessions: z.array(SessionOfAnybody), total: z.int() }),
})

export const endSession = defineRoute({
  ...operatorReads,
  permission: 'users:manage',
  method: 'DELETE',
  path: '/api/admin/operations/sessions/{id}',
  summary: "Sign out anybody's device; the caller's own counts as a logout",
  params: z.object({ id: OpaqueId }),
  response: z.object({ status: z.literal('revoked') }),
  refusals: ['not_found'],
})
