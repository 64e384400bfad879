import { BOOK, bookCatalogue } from '../book-manager/book-catalogue.ts'
import { json, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { uuidOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import { DAY_MS, type SimClock } from '../kit/time.ts'
import {
  createShelfAccess,
  plain,
  SERVER_VERSION,
  type ShelfAccess,
  unauthorized,
} from './audiobookshelf-access.ts'
import {
  canSeeLibrary,
  createShelfAccounts,
  type ShelfAccounts,
  type ShelfUser,
} from './audiobookshelf-accounts.ts'
import { routeLibraries } from './audiobookshelf-library-routes.ts'
import type { ShelfItem, ShelfLibrary } from './audiobookshelf-library.ts'
import { routeUsers } from './audiobookshelf-user-routes.ts'

export interface AudiobookshelfOptions {
  name?: string | undefined
  clock: SimClock
  seed: string
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface ItemWish {
  library?: string
  tags?: readonly string[]
  explicit?: boolean
  added_at?: number
  /** false: an ebook file alone. */
  audio?: boolean
  /** Another recording of the same book in the same library. */
  narrator?: string
  /** false: neither its folder nor its files hold a picture. */
  cover?: boolean
  isbn?: string | null
  asin?: string | null
}

export interface Audiobookshelf {
  readonly name: string
  readonly url: string
  /** Acts as root. */
  readonly api_key: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly accounts: ShelfAccounts
  readonly access: ShelfAccess
  readonly libraries: Map<string, ShelfLibrary>
  readonly items: Map<string, ShelfItem>
  addLibrary: (name: string, path: string, mediaType: ShelfLibrary['media_type']) => ShelfLibrary
  /** By the Hardcover id of the work. */
  addBook: (hardcover: number, wish?: ItemWish) => ShelfItem
  close: () => Promise<void>
  assertClean: () => void
}

/** Audiobookshelf 2.36 as audiobookshelf.md describes it. */
export async function startAudiobookshelf(options: AudiobookshelfOptions): Promise<Audiobookshelf> {
  const name = options.name ?? 'audiobookshelf'
  const seed = `${options.seed}:${name}`
  const now = options.clock.now
  const accounts = createShelfAccounts(seed, now)
  const libraries = new Map<string, ShelfLibrary>()
  const items = new Map<string, ShelfItem>()
  const server = createSimServer({
    name,
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    authorise: request => (access.callerOf(request) ? null : unauthorized()),
    // The web client answers every path it does not know.
    notFound: request =>
      request.path.startsWith('/api/')
        ? plain(404, `<!DOCTYPE html>\n<pre>Cannot ${request.method} ${request.path}</pre>\n`)
        : text('<!doctype html><title>Audiobookshelf</title>', 200, 'text/html'),
    refuse: status => plain(status, 'Internal Server Error'),
    refuseKey: unauthorized,
    // Answers at its root and under its usual base path alike.
    rewrite: path => path.replace(/^\/audiobookshelf(?=\/)/, ''),
  })
  const default_library = (user: ShelfUser) => libraries.keys().find(id => canSeeLibrary(user, id)) ?? null
  const access = createShelfAccess({ server, accounts, seed, now, default_library })

  function addLibrary(title: string, path: string, media_type: ShelfLibrary['media_type']): ShelfLibrary {
    const library = {
      id: uuidOf(`${seed}:library:${title}`),
      name: title,
      path,
      media_type,
      created_at: now(),
    }
    libraries.set(library.id, library)
    return library
  }
  function addBook(hardcover: number, wish: ItemWish = {}): ShelfItem {
    const book = bookCatalogue().book(hardcover)
    const library_id = wish.library ?? libraries.keys().next().value
    if (!book || library_id === undefined)
      throw new Error(`there is no book ${hardcover}, or no library for it`)
    const editionOf = (format: string) => book.editions.find(edition => edition.format === format)
    const item: ShelfItem = {
      id: uuidOf(`${seed}:item:${library_id}:${hardcover}:${wish.narrator ?? ''}`),
      library_id,
      book,
      tags: [...(wish.tags ?? [])],
      explicit: wish.explicit ?? false,
      added_at: wish.added_at ?? now(),
      is_missing: false,
      audio: wish.audio ?? true,
      narrator: wish.narrator ?? book.narrator,
      has_cover: wish.cover ?? true,
      isbn: wish.isbn === undefined ? (editionOf('ebook')?.isbn13 ?? null) : wish.isbn,
      asin: wish.asin === undefined ? (editionOf('audiobook')?.asin ?? null) : wish.asin,
    }
    items.set(item.id, item)
    return item
  }

  routeStatus(server)
  routeUsers({ server, accounts, access })
  routeLibraries({ server, access, libraries, items, addLibrary })
  const library = addLibrary('Audiobooks', '/audiobooks', 'book')
  addLibrary('Podcasts', '/podcasts', 'podcast')
  const root = accounts.add('root', { password: 'bell-and-book', type: 'root' })
  accounts.add('ellen', { password: 'quiet-harbour' })
  accounts.add('Tove', { password: 'seven-geese', libraries: [library.id] })
  accounts.add('lodger', { password: 'gone-away', active: false })
  addBook(BOOK.series_first, { tags: ['family'], added_at: now() - 30 * DAY_MS })
  addBook(BOOK.tidewater, { added_at: now() - 3 * DAY_MS })
  const api_key = access.addKey('Foyer', root.id).key
  await server.listen()

  return {
    name,
    url: server.url,
    api_key,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    accounts,
    access,
    libraries,
    items,
    addLibrary,
    addBook,
    close: server.close,
    assertClean: server.assertClean,
  }
}

function routeStatus(server: SimServer): void {
  server.route(
    'GET /status',
    () =>
      json({
        app: 'audiobookshelf',
        serverVersion: SERVER_VERSION,
        isInit: true,
        language: 'en-us',
        authMethods: ['local'],
        authFormData: { authLoginCustomMessage: '' },
      }),
    'open',
  )
  server.route('GET /ping', () => json({ success: true }), 'open')
  server.route('GET /healthcheck', () => text('OK', 200), 'open')
}
