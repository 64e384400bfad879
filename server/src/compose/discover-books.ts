import type { Config } from '#config'
import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import { bookListRoutes, createBookLists } from '#features/book-lists/index.ts'
import { createCoverRelay, createTrendingBooks, discoverBookRoutes } from '#features/discover-books/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'
import type { Log } from '#kit/log.ts'
import type { Transport } from '#kit/outbound.ts'
import type { Scrubber } from '#kit/scrub.ts'
import { createHardcoverCovers } from '#upstreams/hardcover/hardcover-covers.ts'
import { createHardcoverLists } from '#upstreams/hardcover/hardcover-lists.ts'
import { createHardcoverSignIn } from '#upstreams/hardcover/hardcover-sign-in.ts'
import type { composeConfiguration } from './configuration.ts'

/** What people read now, by the book list that each book manager is connected to. */
export function composeDiscoverBooks(parts: {
  config: Config
  database: Database
  broadcast: Broadcast
  clock: Clock
  jobs: Jobs
  log: Log
  box: SecretBox
  scrubber: Scrubber
  events: EventHub
  inventory: Inventory
  external: Transport
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'discovery'>
}): { bindings: Binding[]; close(): void } {
  const { config, database, clock, external, scrubber } = parts
  const { url, cdn_url, client_id } = config.hardcover
  const lists = createBookLists({
    ...parts,
    provider: createHardcoverLists({ external, url, cdn_url }),
    sign_in: client_id === undefined ? null : createHardcoverSignIn({ external, url, client_id }),
    registerSecret: scrubber.register,
  })
  const books = createTrendingBooks({
    ...parts,
    lists,
    hiddenTypes: parts.configuration.discovery.hiddenTypes,
    currentCaller: createCurrentCaller(database),
  })
  const relay = createCoverRelay({ covers: createHardcoverCovers({ external, cdn_url }), clock })
  return {
    bindings: [...bookListRoutes(lists), ...discoverBookRoutes({ books, relay })],
    close() {
      books.close()
      lists.close()
    },
  }
}
