import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Inventory } from '#features/instances/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createLibraryNews, type ShowsOf } from './library-news.ts'

interface Needs {
  inventory: Inventory
  alerts: Alerts
  library_events: LibraryEvents
  tv_matches: { shows: ShowsOf }
  histories: Readonly<Record<LibraryManagerType, ImportHistory>>
}

/** News about arrivals in the libraries, by webhook or from their history. */
export function createLibraryNewsSlice(platform: Platform, { tv_matches, ...needs }: Needs) {
  const news = createLibraryNews({
    ...platform,
    ...needs,
    showsOf: (...args) => tv_matches.shows(...args),
    books: createBookManagerLibrary(platform.outbound.internal),
  })
  platform.hooks.instanceConnected.on('library-news', news.connected)
  const close = needs.library_events.onReceived(news.received)
  return { api: { poll: news.poll }, routes: [], close }
}
