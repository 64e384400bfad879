import { z } from 'zod'
import { INVITE_STATES } from './media-servers/server-sign-in.ts'
import { ROLES } from './permissions.ts'
import { NumericId, NumericIdParam, OpaqueId, Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { User } from './sessions/sessions.ts'

const adminOfUsers = {
  access: 'admin',
  permission: 'users:manage',
  spec: '1:4.12',
} as const satisfies Partial<RouteDefinition>
const UserParams = z.object({ userID: NumericIdParam })

export const UserSummary = User.omit({ content_limits: true }).extend({
  device_count: z.int(),
  /** Stored passkeys, whether or not they may be used now. */
  passkey_count: z.int(),
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

export const postInviteEmail = defineRoute({
  method: 'POST',
  path: '/api/auth/invite-email',
  access: 'user',
  summary: 'Share the address that an invite-server invitation should go to',
  spec: '1:4.1',
  rate: 'account',
  // The slice refuses every malformed address with `invalid_email`, however long.
  body: z.object({ email: z.string() }),
  response: z.object({ status: z.literal('ok'), email: z.string(), invite_state: z.enum(INVITE_STATES) }),
  refusals: ['invalid_email', 'email_in_use'],
})

export const getUsers = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Every account',
  response: z.array(UserSummary),
})

export const patchUser = defineRoute({
  ...adminOfUsers,
  method: 'PATCH',
  path: '/api/admin/users/{userID}',
  summary: "Change a user's role or name",
  params: UserParams,
  body: z
    .object({ role: z.enum(ROLES).optional(), username: z.string().max(1000).optional() })
    .refine(
      ({ role, username }) => role !== undefined || username !== undefined,
      'Send a role or a username.',
    ),
  response: UserSummary,
  refusals: [
    'not_found',
    'kids_account',
    'last_admin',
    'local_admin_required',
    'invalid_username',
    'username_taken',
  ],
})

export const patchAuthMethods = defineRoute({
  ...adminOfUsers,
  method: 'PATCH',
  path: '/api/admin/users/{userID}/auth-methods',
  summary: 'Turn password or passkey sign-in on or off for a user; off erases the stored credentials',
  params: UserParams,
  body: z.object({ password_enabled: z.boolean().optional(), passkey_enabled: z.boolean().optional() }),
  response: UserSummary,
  refusals: ['not_found', 'last_method', 'local_admin_required'],
})

export const putAiAccess = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/ai-access',
  summary: 'Allow or forbid a user the included AI',
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
  refusals: ['not_found', 'last_admin', 'local_admin_required'],
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

export const PushTestResult = z.object({
  tokens: z.int(),
  sent: z.int(),
  failed: z.int(),
  results: z.array(
    z.object({ device_id: OpaqueId, ok: z.boolean(), pruned: z.boolean(), error: z.string().optional() }),
  ),
})
export type PushTestResult = z.infer<typeof PushTestResult>

export const postTestPush = defineRoute({
  ...adminOfUsers,
  method: 'POST',
  path: '/api/admin/users/{userID}/test-push',
  summary: "Send a test alert to a user's devices and say what became of it",
  params: UserParams,
  response: PushTestResult,
  refusals: [
    'not_found',
    'push_disabled_by_server',
    'push_disabled_for_user',
    'push_not_configured',
    'upstream_failed',
  ],
})
