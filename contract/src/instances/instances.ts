import { z } from 'zod'
import { DeliveryDefaults } from './delivery-defaults.ts'
import { ConnectionCategory, ServiceTypeName } from './instance-types.ts'
import { WebhookState } from '../library-webhooks.ts'
import { ListeningApp, VideoApp } from '../media-servers/app-preferences.ts'
import { MAX_ROW_ID, NumericId, OpaqueId, StoredText, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

const adminOfInstances = {
  access: 'admin',
  permission: 'instances:manage',
  spec: '1/I',
} as const satisfies Partial<RouteDefinition>
const InstanceParams = z.object({ id: OpaqueId })

export const PathMapping = z.object({
  source_path: z.string().min(1).max(4096),
  local_path: z.string().min(1).max(4096),
})
export type PathMapping = z.infer<typeof PathMapping>

/** An id of a library on a media server. */
export const LibraryId = z.string().min(1).max(128).regex(/^\S+$/, 'Use an id without spaces.')

const VideoApps = z.object({ ios: VideoApp })

/** Media servers only. Empty `library_ids` means all; apps are shown to people who chose none. */
export const ServerConfig = z.object({
  public_address: z.string(),
  library_ids: z.array(z.string()),
  machine_identifier: z.string().optional(),
  auto_approve: z.boolean().optional(),
  video_apps: VideoApps.optional(),
  listening_apps: z.object({ ios: ListeningApp, android: ListeningApp }).optional(),
})
export type ServerConfig = z.infer<typeof ServerConfig>

/** Replaced as a whole when present; omitted fields get the default of their type. */
export const ServerConfigChange = z.object({
  public_address: z.string().trim().max(2048).optional(),
  library_ids: z.array(LibraryId).max(1000).optional(),
  machine_identifier: z.string().min(1).max(256).optional(),
  auto_approve: z.boolean().optional(),
  /** Strict, as are listening apps: unknown platforms are refused (2:4.13.9). */
  video_apps: z.strictObject(VideoApps.shape).optional(),
  listening_apps: z
    .strictObject({ ios: ListeningApp.default('browser'), android: ListeningApp.default('browser') })
    .optional(),
})
export type ServerConfigChange = z.infer<typeof ServerConfigChange>

/** Secrets are write-only; `has_api_key` shows that one is stored. */
export const Instance = z.object({
  id: OpaqueId,
  service_type: ServiceTypeName,
  name: z.string(),
  url: z.string(),
  has_api_key: z.boolean(),
  is_default: z.boolean(),
  sort_order: z.int(),
  media_downloads: z.boolean(),
  media_path_mappings: z.array(PathMapping),
  server_config: ServerConfig.optional(),
  /** Library managers only; empty when nothing is set (C59). */
  delivery_defaults: DeliveryDefaults.optional(),
  webhook_state: WebhookState,
  created_at: Time,
  updated_at: Time,
})
export type Instance = z.infer<typeof Instance>

const fields = {
  name: StoredText.trim().min(1).max(64),
  url: z.string().trim().max(2048),
  api_key: z.string().trim().max(512).optional(),
  clear_api_key: z.boolean().optional(),
  is_default: z.boolean().optional(),
  sort_order: z.int().min(-10_000).max(10_000).optional(),
  media_path_mappings: z.array(PathMapping).max(50).optional(),
  server_config: ServerConfigChange.optional(),
  link_pin: OpaqueId.optional(),
}

/** Strict and replaced as a whole; `{}` clears. Not part of a connection test. */
const delivery_defaults = DeliveryDefaults.optional()

export const NewInstance = z.object({ service_type: ServiceTypeName, ...fields, delivery_defaults })
export type NewInstance = z.infer<typeof NewInstance>

/**
 * Partial; a blank or omitted key keeps the stored one, at the same origin only (C67). `service_type` may be repeated
 * but not changed.
 */
export const InstanceChange = z.object({
  ...fields,
  service_type: ServiceTypeName.optional(),
  name: fields.name.optional(),
  url: fields.url.optional(),
  delivery_defaults,
})
export type InstanceChange = z.infer<typeof InstanceChange>

/** Can be tested before saving; `id` falls back to the stored secrets of that instance, at its origin (C67). */
export const InstanceCandidate = z.object({
  ...fields,
  service_type: ServiceTypeName,
  name: z.string().max(64).optional(),
  id: OpaqueId.optional(),
})
export type InstanceCandidate = z.infer<typeof InstanceCandidate>

export const ConnectionTest = z.object({
  ok: z.boolean(),
  version: z.string().optional(),
  error: z.string().optional(),
  category: ConnectionCategory,
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const getInstances = defineRoute({
  ...adminOfInstances,
  method: 'GET',
  path: '/api/admin/instances',
  summary: 'Every configured instance',
  response: z.array(Instance),
})

export const postInstance = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances',
  summary: 'Test an instance and save it',
  body: NewInstance,
  status: 201,
  response: Instance,
  refusals: ['connection_failed', 'name_taken', 'pin_expired'],
})

export const getInstance = defineRoute({
  ...adminOfInstances,
  method: 'GET',
  path: '/api/admin/instances/{id}',
  summary: 'One instance',
  params: InstanceParams,
  response: Instance,
  refusals: ['not_found'],
})

export const putInstance = defineRoute({
  ...adminOfInstances,
  method: 'PUT',
  path: '/api/admin/instances/{id}',
  summary: 'Change an instance; it is tested again when its address or key changes',
  params: InstanceParams,
  body: InstanceChange,
  response: Instance,
  refusals: ['not_found', 'secret_required', 'connection_failed', 'name_taken', 'pin_expired', 'conflict'],
})

export const deleteInstance = defineRoute({
  ...adminOfInstances,
  method: 'DELETE',
  path: '/api/admin/instances/{id}',
  summary: 'Delete an instance with its grants, pins and mappings; saved requests stay',
  params: InstanceParams,
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['not_found'],
})

export const postInstanceTest = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/test',
  summary: 'Try a connection without saving it',
  body: InstanceCandidate,
  response: ConnectionTest,
})

export const postInstanceLibraries = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/libraries',
  summary: 'The libraries of a media server, saved or not',
  body: InstanceCandidate.partial(),
  response: z.object({
    server_name: z.string(),
    version: z.string(),
    libraries: z.array(z.object({ id: z.string(), name: z.string(), collection_type: z.string() })),
  }),
  refusals: ['not_found', 'wrong_service_type', 'secret_required', 'pin_expired', 'upstream_failed'],
})

export const postInviteLinkBegin = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/invite-server/link/begin',
  summary: 'Start linking the Plex account that owns the server',
  response: z.object({ pin_id: OpaqueId, code: z.string(), url: z.string(), expires_at: Time }),
  refusals: ['upstream_failed'],
})

export const postInviteLinkCheck = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/invite-server/link/check',
  summary: 'Whether the link was completed',
  body: z.object({ pin_id: OpaqueId }),
  response: z.union([
    z.object({ linked: z.literal(true), account: z.object({ username: z.string(), email: z.string() }) }),
    z.object({ linked: z.literal(false) }),
  ]),
  refusals: ['pin_expired', 'upstream_failed'],
})

export const postInviteServers = defineRoute({
  ...adminOfInstances,
  method: 'POST',
  path: '/api/admin/instances/invite-server/servers',
  summary: 'The servers of the linked account',
  body: z.object({ link_pin: OpaqueId }),
  response: z.object({
    servers: z.array(
      z.object({ machine_identifier: z.string(), name: z.string(), url: z.string(), owned: z.boolean() }),
    ),
  }),
  refusals: ['pin_expired', 'upstream_failed'],
})

/** Only a change is limited to 1000 people: grants one by one may add up to more. */
const GrantUsers = z.object({ user_ids: z.array(NumericId) })
const GrantUsersChange = z.object({ user_ids: z.array(NumericId.max(MAX_ROW_ID)).max(1000) })

export const getGrantUsers = defineRoute({
  ...adminOfInstances,
  permission: 'users:manage',
  method: 'GET',
  path: '/api/admin/instances/{id}/grant-users',
  summary: 'Users with access to an instance',
  params: InstanceParams,
  response: GrantUsers,
  refusals: ['not_found'],
})

export const putGrantUsers = defineRoute({
  ...adminOfInstances,
  permission: 'users:manage',
  method: 'PUT',
  path: '/api/admin/instances/{id}/grant-users',
  summary: 'Replace the users granted an instance; default pins stay',
  params: InstanceParams,
  body: GrantUsersChange,
  response: GrantUsers,
  refusals: ['not_found'],
})

export const getMediaRoots = defineRoute({
  ...adminOfInstances,
  method: 'GET',
  path: '/api/admin/media-roots',
  summary: 'The allowed folders for downloads',
  response: z.object({ roots: z.array(z.string()) }),
})
