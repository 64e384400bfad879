import { artBytes } from '../catalogue/art/art.ts'
import { type Answer, image, json, type SimRequest, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import type { Journal } from '../kit/journal.ts'
import { createRandom } from '../kit/random.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { hardcoverBooks } from './hardcover-books.ts'
import { answerQuery, type CatalogState } from './hardcover-graphql.ts'
import { createHardcoverOauth } from './hardcover-oauth.ts'

export interface HardcoverOptions {
  now: () => number
  port?: number | undefined
  journal_limit?: number | undefined
}

export interface Hardcover {
  readonly name: string
  readonly url: string
  /** Where covers lie: `{cdn_url}/edition/…`. */
  readonly cdn_url: string
  /** A personal access token that works. */
  readonly token: string
  readonly client_id: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly oauth: Omit<ReturnType<typeof createHardcoverOauth>, 'route' | 'isValid'>
  /** The ids that are trending, best first. */
  trending: () => readonly number[]
  setTrending(ids: readonly number[]): void
  /** Says from now on that the list could not be computed. */
  failTrending(error: string): void
  /** The arguments of an older service. */
  useForm(form: CatalogState['trending_form']): void
  /** Ends the personal access token. */
  revokeToken(): void
  close: () => Promise<void>
  assertClean: () => void
}

const MAX_TRENDING = 60
/** A work that was merged away: it is still in the list and no longer in the catalogue. */
const MERGED_ID = 399_999

/** Hardcover's GraphQL, its OAuth for public apps and its cover host, as hardcover.md describes them. */
export async function startHardcover(options: HardcoverOptions): Promise<Hardcover> {
  const token = `hc_pat_${'c0ffee'.repeat(6)}`
  const client_id = 'foyer-public-app'
  const oauth = createHardcoverOauth({ client_id, now: options.now })
  let revoked = false
  const server = createSimServer({
    name: 'hardcover',
    port: options.port,
    journal_limit: options.journal_limit,
    now: options.now,
    authorise: ({ headers }) => {
      const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      return (given === token && !revoked) || oauth.isValid(given) ? null : refuseKey()
    },
    notFound: () => text('Not Found', 404),
    refuse: status =>
      status === 429 ? json({ error: 'Too Many Requests' }, 429) : json({ error: 'error' }, status),
    refuseKey,
  })
  await server.listen()
  // Covers lie at the root of their host, as the provider's do.
  const cdn_url = server.url
  const books = hardcoverBooks(cdn_url)
  const shuffled = createRandom('hardcover trending').shuffle(books.map(book => book.id))
  const state: CatalogState = {
    books,
    trending: { ids: [...shuffled.slice(0, MAX_TRENDING), MERGED_ID], error: null },
    trending_form: 'duration',
  }
  server.route('POST /v1/graphql', request => answerQuery(request, state))
  server.route('GET /edition/*', serveCover, 'open')
  oauth.route(server)

  return {
    name: server.name,
    url: server.url,
    cdn_url,
    token,
    client_id,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    oauth,
    trending: () => state.trending.ids,
    setTrending(ids) {
      state.trending = { ids, error: null }
    },
    failTrending(error) {
      state.trending = { ids: [], error }
    },
    useForm(form) {
      state.trending_form = form
    },
    revokeToken() {
      revoked = true
    },
    close: server.close,
    assertClean: server.assertClean,
  }
}

function refuseKey(): Answer {
  return json({ error: 'invalid_token', error_description: 'The access token is invalid' }, 401)
}

function serveCover(request: SimRequest): Answer {
  const bytes = artBytes(request.params['rest']?.split('/').at(-1) ?? '', 'w342')
  return bytes ? image(bytes) : text('Not Found', 404)
}
