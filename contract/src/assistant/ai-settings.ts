import { z } from 'zod'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { AiCatalogEntry, AiProvider, AiReason, AiSource, ModelId } from './ai-providers.ts'

const ofCaller = {
  spec: '2:4.6',
  access: 'user',
  permission: 'ai:chat',
} as const satisfies Partial<RouteDefinition>

/** Provider and model are empty while the source is `shared`: those are for admins only (2:4.7). */
export const AiAvailability = z.object({
  available: z.boolean(),
  provider: z.string(),
  model: z.string(),
  source: AiSource,
  reason: AiReason,
})
export type AiAvailability = z.infer<typeof AiAvailability>

export const AiSelection = z.object({ provider: AiProvider, model: z.string() })
export type AiSelection = z.infer<typeof AiSelection>

/** Keys are write-only: `credentials` tells which are stored. */
export const AiSettings = z.object({
  providers: z.array(AiCatalogEntry),
  default_provider: AiProvider,
  default_model: z.string(),
  personal: z.object({
    selected: z.boolean(),
    config: AiSelection.nullable(),
    credentials: z.record(z.string(), z.boolean()),
    reason: AiReason,
  }),
  shared: z.object({ granted: z.boolean(), configured: z.boolean(), reason: AiReason }),
  effective: AiAvailability,
})
export type AiSettings = z.infer<typeof AiSettings>

export const getAiAvailable = defineRoute({
  ...ofCaller,
  method: 'GET',
  path: '/api/ai/available',
  summary: 'Whether the caller can chat, and on whose account',
  response: AiAvailability,
})

export const getAiSettings = defineRoute({
  ...ofCaller,
  method: 'GET',
  path: '/api/ai/settings',
  summary: 'Providers, and what the caller has chosen',
  response: AiSettings,
})

export const putAiSettings = defineRoute({
  ...ofCaller,
  method: 'PUT',
  path: '/api/ai/settings',
  summary: 'Try a provider and model with one short answer, and use it from now on',
  body: z.object({ provider: AiProvider, model: ModelId, api_key: z.string().max(2048).optional() }),
  response: AiSettings,
  refusals: ['ai_validation_failed'],
})

export const deleteAiSettings = defineRoute({
  ...ofCaller,
  method: 'DELETE',
  path: '/api/ai/settings',
  summary: 'Forget the own choice, and use what the server includes',
  response: AiSettings,
})

export const putAiCredential = defineRoute({
  ...ofCaller,
  method: 'PUT',
  path: '/api/ai/credentials/{provider}',
  summary: 'Try a key with one short answer, and save it',
  params: z.object({ provider: z.string() }),
  body: z.object({ api_key: z.string().trim().min(1).max(2048), model: ModelId.optional() }),
  response: AiSettings,
  refusals: ['not_found', 'ai_validation_failed'],
})

export const deleteAiCredential = defineRoute({
  ...ofCaller,
  method: 'DELETE',
  path: '/api/ai/credentials/{provider}',
  summary: 'Delete a key of one’s own',
  params: z.object({ provider: z.string() }),
  response: AiSettings,
  refusals: ['not_found'],
})
