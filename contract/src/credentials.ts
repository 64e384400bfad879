import { z } from 'zod'
import {
  AiCatalogEntry,
  AiProvider,
  AiReason,
  ModelFaultCategory,
  ModelId,
  ReasoningEffort,
} from './assistant/ai-providers.ts'
import { AiSelection } from './assistant/ai-settings.ts'
import { ConnectionCategory } from './instances/instance-types.ts'
import { Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'

const adminOfCredentials = {
  access: 'admin',
  permission: 'credentials:manage',
  spec: '2:4.7',
} as const satisfies Partial<RouteDefinition>

/** Keys of the metadata and list providers, and of the AI providers that the server includes. */
export const METADATA_KEYS = ['tmdb_access_token', 'list_provider_client_id'] as const
export const AI_KEYS = ['anthropic_key', 'openai_key', 'gemini_key', 'grok_key', 'local_openai_key'] as const
export const CREDENTIAL_KEYS = [...METADATA_KEYS, ...AI_KEYS] as const
export const CredentialKey = z.enum(CREDENTIAL_KEYS)
export type MetadataKey = (typeof METADATA_KEYS)[number]
export type AiKey = (typeof AI_KEYS)[number]
export type CredentialKey = (typeof CREDENTIAL_KEYS)[number]

const Presence = {
  tmdb_access_token: z.boolean(),
  list_provider_client_id: z.boolean(),
  anthropic_key: z.boolean(),
  openai_key: z.boolean(),
  gemini_key: z.boolean(),
  grok_key: z.boolean(),
  local_openai_key: z.boolean(),
}

/** The AI profile that the server includes, and its daily check (2:4.7). */
export const SharedAiProfile = z.object({
  config: AiSelection.nullable(),
  providers: z.array(AiCatalogEntry),
  openai_reasoning_effort: ReasoningEffort,
  local_openai_base_url: z.string(),
  local_openai_reasoning_effort: ReasoningEffort,
  local_openai_use_proxy: z.boolean(),
  health_check: z.object({
    enabled: z.boolean(),
    interval_hours: z.literal(24),
    last_checked_at: Time.nullable(),
    last_ok: z.boolean().nullable(),
    /** Additive: what the last failed check met, and since when checks have failed. */
    category: ModelFaultCategory.optional(),
    failing_since: Time.optional(),
  }),
  shared: z.object({ configured: z.boolean(), reason: AiReason }),
})
export type SharedAiProfile = z.infer<typeof SharedAiProfile>

/** Presence only; `*_using_builtin`: none is saved and the environment provides one. */
export const Credentials = z.object({
  credentials: z.object(Presence),
  ...Presence,
  tmdb_using_builtin: z.boolean(),
  list_provider_using_builtin: z.boolean(),
  ai: SharedAiProfile,
})
export type Credentials = z.infer<typeof Credentials>

const Key = z.string().max(2048).optional()

/** What an admin may change of the AI profile. An empty provider or address clears it; a blank key keeps the stored one. */
export const SharedAiChange = z.object({
  anthropic_key: Key,
  openai_key: Key,
  gemini_key: Key,
  grok_key: Key,
  local_openai_key: Key,
  ai_provider: z.union([AiProvider, z.literal('')]).optional(),
  ai_model: z.union([ModelId, z.literal('')]).optional(),
  ai_health_check_enabled: z.boolean().optional(),
  openai_reasoning_effort: ReasoningEffort.optional(),
  local_openai_base_url: z.string().trim().max(2048).optional(),
  local_openai_reasoning_effort: ReasoningEffort.optional(),
  local_openai_use_proxy: z.boolean().optional(),
})
export type SharedAiChange = z.infer<typeof SharedAiChange>

export const getCredentials = defineRoute({
  ...adminOfCredentials,
  method: 'GET',
  path: '/api/admin/credentials',
  summary: 'Which provider keys are set, and the AI profile that the server includes',
  response: Credentials,
})

export const putCredentials = defineRoute({
  ...adminOfCredentials,
  method: 'PUT',
  path: '/api/admin/credentials',
  summary: 'Test provider keys and the AI profile, and save all of it or nothing',
  body: z.strictObject({
    tmdb_access_token: z.string().max(2048).optional(),
    list_provider_client_id: z.string().max(512).optional(),
    ...SharedAiChange.shape,
  }),
  response: Credentials,
  refusals: ['credential_rejected', 'upstream_failed', 'ai_validation_failed', 'secret_required'],
})

export const deleteCredential = defineRoute({
  ...adminOfCredentials,
  method: 'DELETE',
  path: '/api/admin/credentials/{key}',
  summary: 'Delete a provider key',
  params: z.object({ key: z.string() }),
  response: z.object({ status: z.literal('deleted') }),
  refusals: ['unknown_key'],
})

const adminOfProxy = { ...adminOfCredentials, permission: 'instances:manage', spec: '1/I' } as const

export const OutboundProxy = z.object({
  enabled: z.boolean(),
  url: z.string(),
  username: z.string(),
  has_password: z.boolean(),
  no_proxy: z.array(z.string()),
})
export type OutboundProxy = z.infer<typeof OutboundProxy>

export const OutboundProxyChange = z.object({
  enabled: z.boolean().optional(),
  url: z.string().max(2048).optional(),
  username: z.string().max(256).optional(),
  password: z.string().max(512).optional(),
  clear_password: z.boolean().optional(),
  no_proxy: z.array(z.string().min(1).max(256)).max(100).optional(),
})
export type OutboundProxyChange = z.infer<typeof OutboundProxyChange>

export const getOutboundProxy = defineRoute({
  ...adminOfProxy,
  method: 'GET',
  path: '/api/admin/outbound-proxy',
  summary: 'The proxy for internet providers',
  response: OutboundProxy,
})

export const putOutboundProxy = defineRoute({
  ...adminOfProxy,
  method: 'PUT',
  path: '/api/admin/outbound-proxy',
  summary: 'Change the proxy for internet providers',
  body: OutboundProxyChange,
  response: OutboundProxy,
  refusals: ['secret_required'],
})

export const postOutboundProxyTest = defineRoute({
  ...adminOfProxy,
  method: 'POST',
  path: '/api/admin/outbound-proxy/test',
  summary: 'Try the saved proxy, or a draft of it',
  body: OutboundProxyChange,
  response: z.object({
    ok: z.boolean(),
    error: z.string().optional(),
    category: ConnectionCategory,
    elapsed_ms: z.int(),
  }),
})
