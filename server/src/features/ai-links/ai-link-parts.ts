import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Database, Db, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { AiModels } from '#features/ai-models/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { ModelAccountProvider } from '#ports/model-account.ts'
import type { LinkOwner } from './ai-links-tables.ts'

export interface AiLinkParts {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'define' | 'handle' | 'enqueue'>
  log: Log
  box: SecretBox
  events: Events
  /** Runs in the transaction that saves the link. Makes it the choice, and notifies open pages. */
  accountLinked(tx: Tx, link: { owner: LinkOwner; provider: AiOauthProvider; model: string }): Promise<void>
  models: Pick<AiModels, 'defaultModel' | 'prove'>
  /** Null: this server is not set up for it. */
  providers: Record<AiOauthProvider, ModelAccountProvider | null>
  /** The model in use on a linked account; null when another account is selected. */
  selectedModel: (db: Db, owner: LinkOwner, provider: AiOauthProvider) => Promise<string | null>
  /** Receives every secret that is decrypted or obtained, so that logs never contain it. */
  registerSecret(secret: string): void
}
