import type { AiCatalogEntry, ReasoningEffort } from '@foyer/contract/assistant/ai-providers'
import { AI_KEYS, type AiKey, type Credentials, type SharedAiChange } from '@foyer/contract/credentials'
import { needsSecretAgain } from '@foyer/contract/secret-origin'
import { withScheme } from '#lib/address.ts'
import { isLinked } from '../catalog.ts'
import { chosenModel, type ModelChoice, modelChoice } from '../model-choice.ts'

/** What is typed for one provider. Each provider has its own, so that looking at another one loses nothing. */
export interface IncludedDraft {
  model: ModelChoice
  /** Null until somebody types one. */
  key: string | null
  effort: ReasoningEffort
  address: string
  use_proxy: boolean
}

export function keyOf(entry: AiCatalogEntry): AiKey | undefined {
  return AI_KEYS.find(key => key === entry.credential_key)
}

export function hasKey(credentials: Credentials, entry: AiCatalogEntry): boolean {
  const key = keyOf(entry)
  return key !== undefined && credentials.credentials[key]
}

export function firstIncluded({ ai }: Credentials): AiCatalogEntry | undefined {
  const wanted = ai.config?.provider
  return ai.providers.find(({ id }) => id === wanted) ?? ai.providers.find(entry => entry.available)
}

export function includedDraft({ ai }: Credentials, entry: AiCatalogEntry): IncludedDraft {
  const is_local = entry.supports_base_url
  return {
    model: modelChoice(entry, ai.config?.provider === entry.id ? ai.config.model : ''),
    key: null,
    effort: is_local ? ai.local_openai_reasoning_effort : ai.openai_reasoning_effort,
    address: ai.local_openai_base_url,
    use_proxy: ai.local_openai_use_proxy,
  }
}

interface Draft {
  entry: AiCatalogEntry
  draft: IncludedDraft
  credentials: Credentials
}

/** C67: a stored key goes only to the address it was saved for. */
export function needsKeyAgain({ entry, draft, credentials }: Draft): boolean {
  return (
    entry.supports_base_url &&
    needsSecretAgain({
      keeps_secret: hasKey(credentials, entry) && !draft.key?.trim(),
      saved_for: credentials.ai.local_openai_base_url,
      address: withScheme(draft.address),
    })
  )
}

/** What is missing before anything is sent. A server of one's own may need no key. */
export function includedGaps({ entry, draft, credentials }: Draft): ('address' | 'model' | 'key')[] {
  const typed = draft.key?.trim()
  const keeps_key = draft.key === null && hasKey(credentials, entry)
  const needs_key = !isLinked(entry.id) && !entry.supports_base_url
  return [
    ...(entry.supports_base_url && draft.address.trim() === '' ? (['address'] as const) : []),
    ...(chosenModel(draft.model) === '' ? (['model'] as const) : []),
    ...(needs_key && !keeps_key && !typed ? (['key'] as const) : []),
  ]
}

/** Only what belongs to the provider: the settings of the others stay as they are. */
export function includedChange({ entry, draft }: Omit<Draft, 'credentials'>): SharedAiChange {
  const key = keyOf(entry)
  const typed = draft.key?.trim()
  return {
    ai_provider: entry.id,
    ai_model: chosenModel(draft.model),
    ...(key && typed && { [key]: typed }),
    ...(entry.supports_reasoning_effort && {
      [entry.supports_base_url ? 'local_openai_reasoning_effort' : 'openai_reasoning_effort']: draft.effort,
    }),
    ...(entry.supports_base_url && { local_openai_base_url: withScheme(draft.address) }),
    ...(entry.supports_proxy_opt_in && { local_openai_use_proxy: draft.use_proxy }),
  }
}
