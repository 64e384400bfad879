import type { Database } from '#db/database.ts'
import { bookLibraryRoutes, createBookLibrary } from '#features/book-library/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'

/** What the book libraries hold. */
export function composeBookLibrary(parts: {
  database: Database
  clock: Clock
  log: Log
  outbound: Outbound
  inventory: Inventory
  onStale: OnStale
}): { bindings: Binding[]; close(): void } {
  const { database, outbound } = parts
  const books = createBookLibrary({
    ...parts,
    library: createBookManagerLibrary(outbound.internal),
    currentCaller: createCurrentCaller(database),
  })
  return { bindings: bookLibraryRoutes(books), close: books.close }
}
