import { z } from 'zod'
import { MEDIA_TYPES, MediaType, ServiceTypeName } from './instances/instance-types.ts'
import { OpaqueId } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

export const AppConfig = z.object({
  server_name: z.string(),
  version: z.string(),
  min_app_version: z.string(),
  services: z.object({
    movie_manager: z.boolean(),
    tv_manager: z.boolean(),
    book_manager: z.boolean(),
    music_manager: z.boolean(),
    media_downloads: z.boolean(),
    ai: z.boolean(),
    metadata: z.boolean(),
    lists: z.boolean(),
    transcoder: z.boolean(),
  }),
  instances: z.array(
    z.object({
      id: OpaqueId,
      service_type: ServiceTypeName,
      name: z.string(),
      is_default: z.boolean(),
      media_downloads: z.boolean(),
    }),
  ),
  issues_enabled: z.boolean(),
  allow_reporting: z.boolean(),
  admin_catalog_browsing: z.literal(true),
  hidden_discover_tabs: z.array(MediaType),
  request_quotas: z.literal(true),
  tv_match_corrections: z.literal(true),
  media_account_management: z.literal(true),
  invite_access_requestable: z.boolean(),
  set_top_boxes: z.boolean(),
  image_base_url: z.string(),
})
export type AppConfig = z.infer<typeof AppConfig>

export const getConfig = defineRoute({
  method: 'GET',
  path: '/api/config',
  access: 'user',
  summary: 'The features available to the caller',
  spec: '1:4.2',
  response: AppConfig,
  refusals: ['unavailable'],
})

const adminOfDiscovery = {
  access: 'admin',
  permission: 'instances:manage',
  spec: '1:4.2',
} as const satisfies Partial<RouteDefinition>

export const FEATURED_SOURCES = ['tmdb_trending', 'listsrc_trending', 'tmdb_popular'] as const
const Source = z.enum(FEATURED_SOURCES)
const Hidden = z.object(
  Object.fromEntries(MEDIA_TYPES.map(type => [type, z.boolean()])) as Record<MediaType, z.ZodBoolean>,
)

export const DiscoverySettings = z.object({
  source: Source,
  source_saved: z.boolean(),
  english_only: z.boolean(),
  hidden_when_unconfigured: Hidden,
  sources: z.array(Source),
  list_provider_configured: z.boolean(),
})
export type DiscoverySettings = z.infer<typeof DiscoverySettings>

export const getDiscoverySettings = defineRoute({
  ...adminOfDiscovery,
  method: 'GET',
  path: '/api/admin/discovery-settings',
  summary: 'The settings of the discovery pages',
  response: DiscoverySettings,
  refusals: ['unavailable'],
})

export const putDiscoverySettings = defineRoute({
  ...adminOfDiscovery,
  method: 'PUT',
  path: '/api/admin/discovery-settings',
  summary: 'Change the settings of the discovery pages; omitted fields are kept',
  body: z.object({
    source: Source.optional(),
    english_only: z.boolean().optional(),
    // Unknown media types are an error here and not ignored (1:4.2).
    hidden_when_unconfigured: Hidden.partial().strict().optional(),
  }),
  response: DiscoverySettings,
  refusals: ['unavailable'],
})

export const SETUP_KEYS = [
  'movies',
  'tv',
  'metadata',
  'push',
  'media_servers',
  'lists',
  'discovery_prefs',
  'media_downloads',
  'monitoring',
  'transcoder',
  'books',
  'music',
  'ai',
  'remediation',
] as const
export type SetupKey = (typeof SETUP_KEYS)[number]

export const SetupStatus = z.object({
  items: z.array(
    z.object({
      key: z.enum(SETUP_KEYS),
      title: z.string(),
      description: z.string(),
      configured: z.boolean(),
      optional: z.literal(true),
      skipped: z.boolean(),
    }),
  ),
  configured: z.int(),
  total: z.int(),
})
export type SetupStatus = z.infer<typeof SetupStatus>

export const getSetupStatus = defineRoute({
  ...adminOfDiscovery,
  spec: '1:4.15',
  method: 'GET',
  path: '/api/admin/setup-status',
  summary: 'The setup checklist',
  response: SetupStatus,
  refusals: ['unavailable'],
})

export const putSetupSkip = defineRoute({
  ...adminOfDiscovery,
  spec: '1:4.15',
  method: 'PUT',
  path: '/api/admin/setup-status/skips',
  summary: 'Dismiss an item of the checklist, or restore it',
  body: z.object({ key: z.string(), skipped: z.boolean() }),
  response: z.object({ key: z.enum(SETUP_KEYS), skipped: z.boolean() }),
  refusals: ['unknown_key', 'unavailable'],
})
