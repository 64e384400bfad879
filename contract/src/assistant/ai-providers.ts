import { z } from 'zod'

/** Everything a conversation can run on (0.1). The two `oauth_` ones are accounts linked by a code. */
export const AI_PROVIDERS = [
  'openai',
  'anthropic',
  'gemini',
  'grok',
  'local_openai',
  'oauth_a',
  'oauth_b',
] as const
export const AiProvider = z.enum(AI_PROVIDERS)
export type AiProvider = z.infer<typeof AiProvider>

export const AI_OAUTH_PROVIDERS = ['oauth_a', 'oauth_b'] as const
export type AiOauthProvider = (typeof AI_OAUTH_PROVIDERS)[number]

/** Providers that are used with a key. */
export type AiKeyProvider = Exclude<AiProvider, AiOauthProvider>

/** How much a model thinks before it answers; empty lets the provider decide (2/4.7). */
export const REASONING_EFFORTS = ['', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export const ReasoningEffort = z.enum(REASONING_EFFORTS)
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** Any model id is accepted; saving tries it with one real turn (2/4.6). */
export const ModelId = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .regex(/^\P{Cc}*$/u, 'Leave out control characters.')

/** A provider as pages offer it. The first model is the default. */
export const AiCatalogEntry = z.object({
  id: AiProvider,
  label: z.string(),
  auth_type: z.enum(['api_key', 'user_oauth']),
  /** The key's name at `/api/admin/credentials`; empty for linked accounts. */
  credential_key: z.string(),
  supports_base_url: z.boolean(),
  supports_reasoning_effort: z.boolean(),
  supports_proxy_opt_in: z.boolean(),
  shared_only: z.boolean(),
  /** False: this server is not set up for it. */
  available: z.boolean(),
  models: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })),
})
export type AiCatalogEntry = z.infer<typeof AiCatalogEntry>

/** Why a model cannot be used now (2/4.6); empty when it can. */
export const AI_REASONS = [
  '',
  'storage_error',
  'shared_access_disabled',
  'not_configured',
  'personal_credential_missing',
  'shared_credential_missing',
  'personal_oauth_a_disconnected',
  'shared_oauth_a_disconnected',
  'personal_oauth_b_disconnected',
  'shared_oauth_b_disconnected',
  'oauth_a_unavailable',
  'oauth_b_unavailable',
] as const
export const AiReason = z.enum(AI_REASONS)
export type AiReason = z.infer<typeof AiReason>

/** Whose account a conversation runs on: one's own, the server's, or none. */
export const AiSource = z.enum(['personal', 'shared', 'none'])
export type AiSource = z.infer<typeof AiSource>

/** What went wrong at the provider, without its words (2:4.7). */
export const MODEL_FAULTS = [
  'invalid_credentials',
  'unsupported_model',
  'quota_or_rate_limit',
  'upstream_unavailable',
  'invalid_response',
] as const
export const ModelFaultCategory = z.enum(MODEL_FAULTS)
export type ModelFaultCategory = z.infer<typeof ModelFaultCategory>
