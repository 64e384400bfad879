import type { AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import { isLinked } from '../catalog.ts'
import { chosenModel, type ModelChoice, modelChoice } from '../model-choice.ts'
import type { OwnChange } from './api.ts'

/** What is typed for one provider. Each provider has its own, so that looking at another one loses nothing. */
export interface OwnDraft {
  model: ModelChoice
  /** Null until somebody types one. */
  key: string | null
}

/** The provider to begin with: the chosen one, else the server's suggestion. */
export function firstProvider({
  personal,
  default_provider,
  providers,
}: AiSettings): AiCatalogEntry | undefined {
  const wanted = personal.config?.provider ?? default_provider
  return providers.find(({ id }) => id === wanted) ?? providers.find(entry => entry.available)
}

export function ownDraft(settings: AiSettings, entry: AiCatalogEntry): OwnDraft {
  const { personal, default_provider, default_model } = settings
  const model =
    personal.config?.provider === entry.id
      ? personal.config.model
      : default_provider === entry.id
        ? default_model
        : ''
  return { model: modelChoice(entry, model), key: null }
}

interface Draft {
  entry: AiCatalogEntry
  draft: OwnDraft
  has_key: boolean
}

/** What is missing before anything is sent. */
export function ownGaps({ entry, draft, has_key }: Draft): ('model' | 'key')[] {
  const keeps_key = isLinked(entry.id) || (draft.key === null && has_key)
  return [
    ...(chosenModel(draft.model) === '' ? (['model'] as const) : []),
    ...(!keeps_key && !draft.key?.trim() ? (['key'] as const) : []),
  ]
}

export function ownChange({ entry, draft }: Omit<Draft, 'has_key'>): OwnChange {
  const typed = draft.key?.trim() ?? ''
  return { provider: entry.id, model: chosenModel(draft.model), ...(typed && { api_key: typed }) }
}
