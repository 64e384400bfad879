import { z } from 'zod'
import { OpaqueId, NumericId, NumericIdParam, StatusOk, Time } from './primitives.ts'
import { ROLES } from './permissions.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { ServiceTypeName } from './instance-types.ts'
import { User } from './sessions.ts'

const adminOfUsers = {
  access: 'admin',
  permission: 'users:manage',
  spec: '1:4.12',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

export const UserSummary = User.omit({ content_limits: true }).extend({
  device_count: z.int(),
  has_pending_invite: z.boolean(),
})
export type UserSummary = z.infer<typeof UserSummary>

export const Device = z.object({
  id: OpaqueId,
  user_id: NumericId,
  username: z.string(),
  device_name: z.string(),
  kind: z.enum(['app', 'tool']),
  client_name: z.string().optional(),
  created_at: Time,
  last_seen_at: Time,
})
export type Device = z.infer<typeof Device>

export const postPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/password',
  access: 'user',
  summary: 'Set the own password',
  spec: '1:4.1',
  rate: 'U',
  body: z.object({ password: z.string(), current_password: z.string().optional() }),
  response: StatusOk,
  refusals: ['method_disabled', 'weak_password', 'bad_credentials'],
})

export const getUsers = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Everybody with an account',
  response: z.array(UserSummary),
})

export const patchUser = defineRoute({
  ...adminOfUsers,
  method: 'PATCH',
  path: '/api/admin/users/{userID}',
  summary: "Change a user's role",
  params: UserParams,
  body: z.object({ role: z.enum(ROLES) }),
  response: UserSummary,
  refusals: ['not_found', 'kids_account', 'last_admin'],
})

export const patchAuthMethods = defineRoute({
  ...adminOfUsers,
  method: 'PATCH',
  path: '/api/admin/users/{userID}/auth-methods',
  summary: 'Turn password or passkey on or off for a user; off erases what was stored',
  params: UserParams,
  body: z.object({ password_enabled: z.boolean().optional(), passkey_enabled: z.boolean().optional() }),
  response: UserSummary,
  refusals: ['not_found', 'last_method'],
})

export const putAiAccess = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/ai-access',
  summary: 'Let a user use the included AI, or not',
  params: UserParams,
  body: z.object({ shared_ai_enabled: z.boolean() }),
  response: UserSummary,
  refusals: ['not_found'],
})

export const deleteUser = defineRoute({
  ...adminOfUsers,
  method: 'DELETE',
  path: '/api/admin/users/{userID}',
  summary: 'Delete a user with their devices, passkeys, grants and links',
  params: UserParams,
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found', 'last_admin'],
})

export const getDevices = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/devices',
  summary: 'Every signed-in device',
  response: z.array(Device),
})

export const deleteDevice = defineRoute({
  ...adminOfUsers,
  method: 'DELETE',
  path: '/api/admin/devices/{deviceID}',
  summary: 'Revoke a device; its sessions and tool tokens end',
  params: z.object({ deviceID: OpaqueId }),
  response: z.object({ status: z.literal('revoked') }),
  refusals: ['not_found'],
})

export const ContentPolicy = z.object({
  max_movie_rating: z.string().min(1).max(32),
  max_tv_rating: z.string().min(1).max(32),
  rating_region: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z]{2,3})?$/, 'Use a region such as US or CA-QC.')
    .default('US'),
  block_unrated: z.boolean().default(true),
  blocked_movie_genres: z.array(z.int().positive()).max(100).default([]),
  blocked_tv_genres: z.array(z.int().positive()).max(100).default([]),
})
export type ContentPolicy = z.infer<typeof ContentPolicy>

export const getContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'The limits of a kids account',
  params: UserParams,
  response: ContentPolicy,
  refusals: ['not_found', 'no_content_policy'],
})

export const putContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'Make a user a kids account, or change its limits',
  params: UserParams,
  body: ContentPolicy,
  response: ContentPolicy,
  refusals: ['not_found', 'unknown_rating', 'admin_account', 'unavailable'],
})

export const deleteContentPolicy = defineRoute({
  ...adminOfUsers,
  method: 'DELETE',
  path: '/api/admin/users/{userID}/content-policy',
  summary: 'Turn a kids account into a plain one',
  params: UserParams,
  response: z.object({ status: z.literal('cleared') }),
  refusals: ['not_found'],
})

const Certification = z.object({
  certification: z.string(),
  meaning: z.string().optional(),
  order: z.int(),
  default: z.literal(true).optional(),
})
const RatingSchemes = z.record(z.string(), z.array(Certification))

export const Certifications = z.object({
  movie: RatingSchemes,
  tv: RatingSchemes,
  source: z.enum(['provider', 'cached', 'builtin']),
})
export type Certifications = z.infer<typeof Certifications>

export const getCertifications = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/certifications',
  summary: "Every region's rating schemes, with suggested caps",
  response: Certifications,
})

export const PushTestResult = z.object({
  tokens: z.int(),
  sent: z.int(),
  failed: z.int(),
  results: z.array(
    z.object({ device_id: OpaqueId, ok: z.boolean(), pruned: z.boolean(), error: z.string().optional() }),
  ),
})

export const postTestPush = defineRoute({
  ...adminOfUsers,
  method: 'POST',
  path: '/api/admin/users/{userID}/test-push',
  summary: "Send a test alert to a user's devices and say what became of it",
  params: UserParams,
  response: PushTestResult,
  refusals: ['not_found', 'push_disabled_by_server', 'push_disabled_for_user', 'push_not_configured'],
})

/** Types without a pin are absent; an empty id clears. */
const DefaultInstances = z.partialRecord(ServiceTypeName, z.string().max(200))
/** Types without a grant are absent; an empty list clears. */
const InstanceGrants = z.partialRecord(ServiceTypeName, z.array(OpaqueId).max(1000))

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
  summary: 'Which instances a user may use beside the defaults',
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
