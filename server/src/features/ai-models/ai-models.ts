import type { AiCatalogEntry, AiOauthProvider, AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { LanguageModels, ModelAccount } from '#ports/language-model.ts'

/** The models this server knows, and whether they answer. */
export interface AiModels extends LanguageModels {
  /** Every provider in the order of pages. */
  catalog: readonly AiCatalogEntry[]
  /** The profile that pages preselect (E). */
  preselected: { provider: AiProvider; model: string }
  /** The first model of the provider; empty for a local server. */
  defaultModel(provider: AiProvider): string
  /** Whether this server has an address and a client id for it. */
  isAvailable(provider: AiOauthProvider): boolean
  /**
   * One real answer without tools, with exactly this account (2:4.6, 2:4.7). Throws ModelFault. At most 30 s, 1 024
   * tokens and two repetitions after transient faults.
   */
  prove(account: ModelAccount, signal?: AbortSignal): Promise<void>
}
