import { artBytes } from '../catalogue/art/art.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Handler, image, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { createTranslations, inLanguage, type Translations } from './tmdb-language.ts'
import { routeLists, type TmdbContext } from './tmdb-lists.ts'
import { tmdbError, tmdbStatus } from './tmdb-errors.ts'
import { routePeople } from './tmdb-people.ts'
import { routeReference } from './tmdb-reference.ts'
import { routeSearch } from './tmdb-search.ts'
import { routeMovies, routeShows } from './tmdb-titles.ts'

export interface TmdbOptions {
  catalogue: Catalogue
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
  /** 32 hex: sent as `api_key`. */
  api_key?: string | undefined
  /** The v4 read token: sent as a bearer. */
  read_token?: string | undefined
}

export interface Tmdb {
  readonly name: string
  /** The origin: the API is under `/3`, the pictures under `/t/p`. */
  readonly url: string
  readonly api_key: string
  readonly read_token: string
  readonly journal: Journal
  readonly faults: Faults
  /** Every route it answers, as patterns. */
  readonly routes: () => string[]
  /** Lists announce at least this many pages from now on. */
  pretendPages(pages: number): void
  /** Has these texts in that language from now on; what is left out is empty, as if nobody had written it. */
  translate: Translations['set']
  /** Knows no TVDB id of that show from now on. */
  unbridge(tmdb_id: number): void
  close: () => Promise<void>
  assertClean: () => void
}

/** TMDB v3, read only, as tmdb.md describes it. */
export async function startTmdb(options: TmdbOptions): Promise<Tmdb> {
  const api_key = options.api_key ?? '0123456789abcdef0123456789abcdef'
  const read_token = options.read_token ?? 'eyJhbGciOiJIUzI1NiJ9.c2ltdWxhdGVk.dG1kYg'
  const paging = { pretend_pages: 0 }
  const unbridged = new Set<number>()

  const server = createSimServer({
    name: 'tmdb',
    port: options.port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: request => (isAuthorised(request, { api_key, read_token }) ? null : tmdbError(7)),
    notFound: () => tmdbError(34),
    refuse: tmdbStatus,
    refuseKey: () => tmdbError(7),
  })
  const translations = createTranslations()
  const translated: TmdbContext['server'] = {
    // Known once it listens.
    get url() {
      return server.url
    },
    route(pattern, handler, access) {
      const answer: Handler = async request => {
        const { body, ...rest } = await handler(request)
        return { ...rest, body: inLanguage(body, request, translations) }
      }
      server.route(pattern, answer, access)
    },
  }
  const context = {
    server: translated,
    translations,
    catalogue: options.catalogue,
    paging,
    now: options.now,
    unbridged,
  }
  routeReference(context)
  routeLists(context)
  routeSearch(context)
  routeMovies(context)
  routeShows(context)
  routePeople(context)
  server.route(
    'GET /t/p/:size/:file',
    request => {
      const bytes = artBytes(request.params['file'] ?? '', request.params['size'] ?? '')
      return bytes
        ? { ...image(bytes), headers: { ...image(bytes).headers, 'access-control-allow-origin': '*' } }
        : text('Not Found', 404)
    },
    'open',
  )
  await server.listen()

  return {
    name: server.name,
    url: server.url,
    api_key,
    read_token,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    pretendPages(pages) {
      paging.pretend_pages = pages
    },
    translate: translations.set,
    unbridge: tmdb_id => void unbridged.add(tmdb_id),
    close: server.close,
    assertClean: server.assertClean,
  }
}

function isAuthorised(request: SimRequest, keys: { api_key: string; read_token: string }): boolean {
  return (
    request.query.get('api_key') === keys.api_key ||
    request.headers.authorization === `Bearer ${keys.read_token}`
  )
}
