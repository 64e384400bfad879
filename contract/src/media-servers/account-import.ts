import { z } from 'zod'
import { NumericId, OpaqueId } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { IdentityConflict } from './media-server-accounts.ts'

export const IMPORT_ERRORS = [
  '',
  'not_found',
  'already_linked',
  'user_failed',
  'user_has_account',
  'link_failed',
  'username_conflict',
] as const

/** The result for one selected account. Unknown texts are empty, an unknown user is null (2/4.2). */
export const ImportResult = z.object({
  remote_user_id: z.string(),
  remote_username: z.string(),
  user_id: NumericId.nullable(),
  username: z.string(),
  created: z.boolean(),
  linked: z.boolean(),
  /** A connect link for users without a sign-in method. */
  link: z.string(),
  origin_source: z.string(),
  error: z.enum(IMPORT_ERRORS),
  invite_identity_error: z.string().optional(),
  invite_identity_conflict: IdentityConflict.optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const postAccountImport = defineRoute({
  method: 'POST',
  path: '/api/admin/media-servers/{instanceID}/import',
  summary: 'Import media server accounts as users; each row succeeds or fails on its own',
  access: 'admin',
  permission: 'users:manage',
  spec: '2:4.2',
  params: z.object({ instanceID: OpaqueId }),
  body: z.object({
    remote_user_ids: z.array(z.string().min(1).max(256)).min(1).max(200),
    /** May be omitted when an external address is set. */
    server_url: z.string().max(2048).optional(),
    manage_access: z.boolean().default(false),
    /** The existing user that an account belongs to, if its name is taken. */
    mappings: z.record(z.string(), NumericId).default({}),
  }),
  response: z.object({ results: z.array(ImportResult) }),
  refusals: ['instance_not_found', 'upstream_failed'],
})
