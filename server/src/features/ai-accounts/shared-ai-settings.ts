import { AiProvider, ModelFaultCategory, ReasoningEffort } from '@foyer/contract/assistant/ai-providers'
import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

/** The AI profile that the server includes, with its keys. Empty: not set. */
export const SavedSharedAi = z.object({
  /** Null until an admin chooses; the preselected one may be in force meanwhile (E). */
  profile: z.object({ provider: AiProvider, model: z.string() }).nullable(),
  keys: z.object({
    anthropic_key: z.string(),
    openai_key: z.string(),
    gemini_key: z.string(),
    grok_key: z.string(),
    local_openai_key: z.string(),
  }),
  /** C67: the origin that the key of the local server was saved for. */
  local_openai_key_origin: z.string(),
  openai_reasoning_effort: ReasoningEffort,
  local_openai_base_url: z.string(),
  local_openai_reasoning_effort: ReasoningEffort,
  local_openai_use_proxy: z.boolean(),
})
export type SavedSharedAi = z.infer<typeof SavedSharedAi>

export const sharedAi = defineSetting({
  key: 'shared_ai',
  schema: SavedSharedAi,
  default: {
    profile: null,
    keys: { anthropic_key: '', openai_key: '', gemini_key: '', grok_key: '', local_openai_key: '' },
    local_openai_key_origin: '',
    openai_reasoning_effort: '',
    local_openai_base_url: '',
    local_openai_reasoning_effort: '',
    local_openai_use_proxy: false,
  },
  secret: true,
})

/** The daily check of that profile (2:4.7.3). */
export const SavedAiHealth = z.object({
  enabled: z.boolean(),
  /** Set before a check calls the provider, so that one whose outcome is lost is not repeated within the day. */
  begun_at: z.string().nullable(),
  last_checked_at: z.string().nullable(),
  last_ok: z.boolean().nullable(),
  category: ModelFaultCategory.nullable(),
  /** Set while checks fail. */
  failing_since: z.string().nullable(),
})
export type SavedAiHealth = z.infer<typeof SavedAiHealth>

export const aiHealth = defineSetting({
  key: 'ai_health',
  schema: SavedAiHealth,
  default: {
    enabled: true,
    begun_at: null,
    last_checked_at: null,
    last_ok: null,
    category: null,
    failing_since: null,
  },
})
