import { z } from 'zod'
import { SERVICE_TYPES, type ServiceType } from './instance-types.ts'
import { NumericIdParam, OpaqueId } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const adminOfUsers = {
  access: 'admin',
  permission: 'users:manage',
  spec: '1:4.12',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

/** One optional value per type; types this server does not know are ignored (0.3). */
function perType<S extends z.ZodType>(value: S) {
  const shape = Object.fromEntries(SERVICE_TYPES.map(type => [type, value.optional()]))
  // fromEntries loses the key types.
  return z.object(shape as Record<ServiceType, z.ZodOptional<S>>)
}

/** Types without a pin are absent; an empty id clears. */
const DefaultInstances = perType(z.string())
export type DefaultInstances = z.infer<typeof DefaultInstances>
/** Types without a grant are absent; an empty list clears. */
const InstanceGrants = perType(z.array(OpaqueId).max(1000))
export type InstanceGrants = z.infer<typeof InstanceGrants>

export const getDefaultInstances = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users/{userID}/default-instances',
  summary: "A user's default instance per type",
  params: UserParams,
  response: DefaultInstances,
  refusals: ['not_found'],
})

export const putDefaultInstances = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/default-instances',
  summary: "Replace a user's default instances; for books a default is a grant too",
  params: UserParams,
  body: DefaultInstances,
  response: DefaultInstances,
  refusals: ['not_found', 'instance_not_found'],
})

export const getInstanceGrants = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users/{userID}/instance-grants',
  summary: 'The instances a user may use in addition to the defaults',
  params: UserParams,
  response: InstanceGrants,
  refusals: ['not_found'],
})

export const putInstanceGrants = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/instance-grants',
  summary: "Replace a user's grants; defaults are untouched",
  params: UserParams,
  body: InstanceGrants,
  response: InstanceGrants,
  refusals: ['not_found', 'instance_not_found'],
})
