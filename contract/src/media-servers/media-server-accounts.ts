import { z } from 'zod'
import { NumericId, NumericIdParam, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { MediaServerTypeName } from './media-servers.ts'

const adminOfUsers = {
  access: 'admin',
  permission: 'users:manage',
  spec: '2:4.2',
} as const satisfies Partial<RouteDefinition>
const ServerParams = z.object({ instanceID: OpaqueId })
const AccountParams = z.object({ userID: NumericIdParam, instanceID: OpaqueId })

/** Why a linked account does not sign its user in: it signs in another user, or the user signs in with another one. */
export const IdentityConflict = z.enum(['taken', 'has_another'])
export type IdentityConflict = z.infer<typeof IdentityConflict>

/** One linked account as admins see it. Grant, management and live state are separate facts (2:4.13.5). */
export const ServerAccount = z.object({
  user_id: NumericId,
  username: z.string(),
  instance_id: OpaqueId,
  instance_name: z.string(),
  service_type: MediaServerTypeName,
  remote_user_id: z.string(),
  remote_username: z.string(),
  /** The name on the server now, when it answered. */
  live_username: z.string().optional(),
  created_by_app: z.boolean(),
  manage_access: z.boolean(),
  granted: z.boolean(),
  access_sync_pending: z.boolean(),
  disabled: z.boolean(),
  administrator: z.boolean(),
  verified: z.boolean(),
  pending: z.boolean(),
  invited_at: Time.optional(),
})
export type ServerAccount = z.infer<typeof ServerAccount>

export const getServerAccounts = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/media-servers/accounts',
  summary: 'Every account on a media server that is linked to a user',
  response: z.array(ServerAccount),
})

export const ServerUser = z.object({
  id: z.string(),
  name: z.string(),
  is_administrator: z.boolean(),
  is_disabled: z.boolean(),
  pending: z.boolean(),
  linked_user_id: NumericId.optional(),
})
export type ServerUser = z.infer<typeof ServerUser>

export const getServerUsers = defineRoute({
  ...adminOfUsers,
  method: 'GET',
  path: '/api/admin/media-servers/{instanceID}/users',
  summary: 'The accounts of one media server; on the invite server its shares, invites and owner',
  params: ServerParams,
  response: z.object({ users: z.array(ServerUser) }),
  refusals: ['instance_not_found', 'upstream_failed'],
})

export const putAccountLink = defineRoute({
  ...adminOfUsers,
  method: 'PUT',
  path: '/api/admin/users/{userID}/media-servers/{instanceID}/account',
  summary: 'Link an existing account of the server to a user',
  params: AccountParams,
  body: z.object({ remote_user_id: z.string().min(1).max(256), manage_access: z.boolean().default(false) }),
  response: ServerAccount.extend({
    invite_identity_error: z.string().optional(),
    /** The same for clients with words of their own. */
    invite_identity_conflict: IdentityConflict.optional(),
  }),
  refusals: [
    'not_found',
    'instance_not_found',
    'account_exists',
    'remote_already_linked',
    'administrator_account',
    'upstream_failed',
  ],
})

export const patchAccountManagement = defineRoute({
  ...adminOfUsers,
  method: 'PATCH',
  path: '/api/admin/users/{userID}/media-servers/{instanceID}/account/management',
  summary: 'Let Foyer manage the account, or only link it',
  params: AccountParams,
  body: z.object({ manage_access: z.boolean() }),
  response: ServerAccount,
  refusals: ['no_link', 'administrator_account', 'upstream_failed'],
})

export const deleteAccountLink = defineRoute({
  ...adminOfUsers,
  method: 'DELETE',
  path: '/api/admin/users/{userID}/media-servers/{instanceID}/account',
  summary: 'Unlink the account; grant and account stay as they are',
  params: AccountParams,
  status: 204,
  refusals: ['no_link'],
})
