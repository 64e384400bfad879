import type { AiKeyProvider, AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { Fixed, Time } from '#db/column-types.ts'

/** Somebody's own choice of a model; it takes precedence over what the server includes (2:4.6). */
export interface AiSelectionsTable {
  user_id: Fixed<number>
  provider: AiProvider
  model: string
  updated_at: Time
}

/** Somebody's own key at a provider. */
export interface AiKeysTable {
  user_id: Fixed<number>
  provider: Fixed<AiKeyProvider>
  /** Sealed; the purpose names the person and the provider. */
  key_box: string
  updated_at: Time
}

export interface AiAccountsTables {
  ai_selections: AiSelectionsTable
  ai_keys: AiKeysTable
}
