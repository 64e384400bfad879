import type { WorkFilter } from '#features/hidden-titles/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { OnStale } from '#features/library-status/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createBookManagerSearch } from '#upstreams/book-manager/book-manager-search.ts'
import { bookLibraryRoutes } from './book-library-routes.ts'
import { createBookLibrary } from './book-library.ts'

interface Needs {
  inventory: Inventory
  onStale: OnStale
  hidden_works: Pick<WorkFilter, 'inLibrary'>
}

/** Titles, authors and series of the book libraries. */
export function createBookLibrarySlice(platform: Platform, { hidden_works, ...needs }: Needs) {
  const books = createBookLibrary({
    ...platform,
    ...needs,
    hiddenBooks: () => hidden_works.inLibrary('book'),
    library: createBookManagerLibrary(platform.outbound.internal),
    search: createBookManagerSearch(platform.outbound.internal),
    currentCaller: createCurrentCaller(platform.database),
  })
  return { api: books.followed, routes: bookLibraryRoutes(books), close: books.close }
}
