import type { AiAvailability } from '@foyer/contract/assistant/ai-settings'
import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { Db } from '#db/database.ts'
import type { ModelAccount } from '#ports/language-model.ts'

/** The model of one conversation turn, decided once (2:4.6.4). */
export interface ResolvedModel {
  source: 'personal' | 'shared'
  provider: AiProvider
  model: string
  /**
   * One-way, and equal only for the same person, source, key or linked account, and model. A conversation belongs to it
   * (2:4.6.6).
   */
  binding: string
  /** With a credential that should work now. Called before each answer: a token may end during a turn. */
  account(): Promise<ModelAccount>
  /**
   * For linked accounts: the provider refused the token of this account. True: the next `account()` has another one,
   * which may work.
   */
  reportRefused?(account: ModelAccount): Promise<boolean>
}

/** Which model somebody talks to, and on whose account. */
export interface AiAccounts {
  /** Never throws for storage: the reason says it. */
  availabilityOf(db: Db, user_id: number): Promise<AiAvailability>
  /** Throws `ai_unavailable` with `source` and `reason`. */
  resolve(user_id: number): Promise<ResolvedModel>
  /** The profile that the server includes, for work on behalf of the server; null when it is not complete. */
  resolveShared(): Promise<ResolvedModel | null>
  /** The `binding` that it would have now. */
  sharedBinding(db: Db): Promise<string | null>
  /** Whether this person may use what the server includes, read now. */
  hasSharedGrant(user_id: number): Promise<boolean>
  /** Whether the profile that the server includes can be used (1/4.15). */
  isSharedComplete(db: Db): Promise<boolean>
}
