import { z } from 'zod'
import { LibraryId } from '../instances/instances.ts'
import { NumericId, OpaqueId } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const ofAdmin = {
  access: 'admin',
  permission: 'instances:manage',
  path: '/api/admin/instances/{id}/media-access',
  spec: '2:4.2',
  params: z.object({ id: OpaqueId }),
} as const satisfies Partial<RouteDefinition>

/** The same rule as for `server_config.library_ids`, which is the same value (C38). */
const LibraryIds = z.array(LibraryId).max(1000)

export const POLICY_MODES = ['default', 'all', 'selected'] as const
const PolicyChoice = z.object({ mode: z.enum(POLICY_MODES), library_ids: LibraryIds })

/** Which audiobook libraries one person has. */
export const AudiobookPolicy = PolicyChoice.extend({
  /** The server has not taken the choice yet. */
  sync_pending: z.boolean(),
  /** Foyer applies the choice: the account is managed and no administrator. */
  manages_libraries: z.boolean(),
})
export type AudiobookPolicy = z.infer<typeof AudiobookPolicy>

/** Selected needs libraries; the other modes name none. */
const PolicyChange = z
  .strictObject(PolicyChoice.shape)
  .refine(({ mode, library_ids }) => (mode === 'selected') === library_ids.length > 0, {
    message: 'Name libraries for "selected", and none for the other modes.',
    path: ['library_ids'],
  })

export const MediaAccess = z.object({
  default_library_ids: LibraryIds,
  /** Only a change is limited to 1000 people: grants one by one may add up to more. */
  user_ids: z.array(NumericId),
  policies: z.record(z.string(), AudiobookPolicy),
})
export type MediaAccess = z.infer<typeof MediaAccess>

const MediaAccessChange = z.strictObject({
  default_library_ids: LibraryIds,
  user_ids: z.array(NumericId).max(1000),
  /** By user id. Whoever is omitted keeps their choice, also without a grant. */
  policies: z
    .record(z.string().regex(/^[1-9][0-9]{0,15}$/, 'Use the id of a user.'), PolicyChange)
    .refine(policies => Object.keys(policies).length <= 1000, 'Send at most 1000 choices.')
    .default({}),
})
export type MediaAccessChange = z.infer<typeof MediaAccessChange>

export const getMediaAccess = defineRoute({
  ...ofAdmin,
  method: 'GET',
  summary: 'Who may use an audiobook server, and which libraries',
  response: MediaAccess,
  refusals: ['instance_not_found', 'wrong_kind'],
})

export const putMediaAccess = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  summary: 'Save default libraries, grants and the choices of people together',
  body: MediaAccessChange,
  response: MediaAccess,
  refusals: ['instance_not_found', 'not_found', 'wrong_kind', 'account_unmanaged', 'administrator_account'],
})
