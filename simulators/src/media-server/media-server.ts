import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import type { SimServer } from '../kit/sim-server.ts'
import type { SimClock } from '../kit/time.ts'
import type { Session } from './access.ts'
import type { MediaAccounts } from './accounts.ts'

export interface MediaServerOptions {
  name?: string | undefined
  catalogue: Catalogue
  clock: SimClock
  seed: string
  port?: number | undefined
  journal_limit?: number | undefined
  api_key?: string | undefined
  server_name?: string | undefined
}

/** What both media servers offer a test. */
export interface MediaServer {
  readonly name: string
  readonly url: string
  /** Acts as administrator without a user. */
  readonly api_key: string
  readonly server_id: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly accounts: MediaAccounts
  readonly sessions: Map<string, Session>
  close: () => Promise<void>
  assertClean: () => void
}

/** The shared face of a server that listens. */
export function presentMediaServer(
  server: SimServer,
  own: Pick<MediaServer, 'api_key' | 'accounts' | 'sessions'>,
): MediaServer {
  return {
    name: server.name,
    url: server.url,
    server_id: own.accounts.server_id,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    ...own,
    close: server.close,
    assertClean: server.assertClean,
  }
}
