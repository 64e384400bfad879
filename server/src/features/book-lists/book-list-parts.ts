import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { Events } from '#events/events.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { BookListProvider, BookListSignIn } from '#ports/book-list-provider.ts'

export interface BookListParts {
  database: Database
  broadcast: Broadcast
  clock: Clock
  jobs: Pick<Jobs, 'define' | 'handle' | 'enqueue'>
  log: Log
  box: SecretBox
  events: Events
  inventory: Pick<Inventory, 'find'>
  provider: BookListProvider
  /** Null: no app is configured for this provider. */
  sign_in: BookListSignIn | null
  /** Receives every secret that is decrypted or obtained, so that logs never contain it. */
  registerSecret(secret: string): void
}
