import { artBytes } from '../catalogue/art/art.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Answer, empty, image, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { routeFeeds } from './trakt-feeds.ts'
import { routeIdSearch } from './trakt-id-search.ts'
import { routeLists } from './trakt-lists.ts'

export interface TraktOptions {
  catalogue: Catalogue
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
  client_id?: string | undefined
}

export interface Trakt {
  readonly name: string
  readonly url: string
  /** Stands for all of the picture hosts: `{images_url}/{host}/{path}`. */
  readonly images_url: string
  readonly client_id: string
  readonly journal: Journal
  readonly faults: Faults
  /** Every route it answers, as patterns. */
  readonly routes: () => string[]
  /** Knows no TVDB id of that show from now on. */
  unbridge(tmdb_id: number): void
  close: () => Promise<void>
  assertClean: () => void
}

/** Trakt API v2 as far as a client id goes, and its picture hosts, as trakt.md describes them. */
export async function startTrakt(options: TraktOptions): Promise<Trakt> {
  const client_id = options.client_id ?? 'c0ffee'.repeat(10)
  const server = createSimServer({
    name: 'trakt',
    port: options.port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: request => refusalFor(request, client_id),
    // Errors have no body; the status says it all (trakt.md, "Basics").
    notFound: () => empty(404),
    refuse: status => (status === 429 ? rateLimited() : empty(status)),
    refuseKey: () => empty(403),
  })
  routeFeeds({ server, catalogue: options.catalogue, now: options.now })
  routeLists({ server, catalogue: options.catalogue, now: options.now })
  const unbridged = new Set<number>()
  routeIdSearch(server, options.catalogue, unbridged)
  server.route('GET /cdn/:host/images/*', servePicture, 'open')
  await server.listen()

  return {
    name: server.name,
    url: server.url,
    images_url: `${server.url}/cdn`,
    client_id,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    unbridge: tmdb_id => void unbridged.add(tmdb_id),
    close: server.close,
    assertClean: server.assertClean,
  }
}

function refusalFor({ headers }: SimRequest, client_id: string): Answer | null {
  if (headers['content-type'] !== 'application/json') return empty(412)
  if (headers['trakt-api-version'] !== '2' || !headers['user-agent']) return empty(412)
  return headers['trakt-api-key'] === client_id ? null : empty(403)
}

function rateLimited(): Answer {
  const limit = { name: 'UNAUTHED_API_GET_LIMIT', period: 300, limit: 1000, remaining: 0 }
  return { status: 429, headers: { 'x-ratelimit': JSON.stringify(limit) } }
}

/** The file names carry the art's own name; the bytes are PNG, whatever the name ends in. */
function servePicture(request: SimRequest): Answer {
  const file =
    request.params['rest']
      ?.split('/')
      .at(-1)
      ?.replace(/\.webp$/, '') ?? ''
  const bytes = artBytes(file, 'w342')
  return bytes ? image(bytes) : text('Not Found', 404)
}
