import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { type Journal, type JournalEntry, startWorld, type World } from '@foyer/simulators'
import { type CallOptions, startApp, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { afterTest } from './engines.ts'

export interface DiscoveryHouse {
  app: TestApp
  world: World<'tmdb' | 'trakt'>
  admin: TokenResponse
  /** As the admin, unless somebody else's token is given. */
  get(path: string, options?: CallOptions): Promise<TestAnswer>
  save(change: Record<string, unknown>): Promise<void>
  /** How often the metadata provider was asked. */
  asked(pattern?: string): number
}

/** What the environment says when only the metadata provider is configured. */
export const NO_LISTS = { APP_TRAKT_CLIENT_ID: '' }
export const NO_METADATA = { APP_TMDB_API_KEY: '' }

/** A server with both providers configured by the environment; the providers live by the server's clock. */
export async function startDiscovery({
  env = {},
  overrides = {},
}: TestAppOptions = {}): Promise<DiscoveryHouse> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await startWorld({ products: ['tmdb', 'trakt'], now: () => now() })
  afterTest(() => world.close())
  const app = await startApp({
    env: {
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
      APP_TRAKT_URL: world.trakt.url,
      APP_TRAKT_CLIENT_ID: world.trakt.client_id,
      APP_TRAKT_IMAGES_URL: world.trakt.images_url,
      ...env,
    },
    overrides,
  })
  now = () => app.clock.now().getTime()
  const admin = await app.setUp()
  const token = admin.access_token
  return {
    app,
    world,
    admin,
    get: (path, options = {}) => app.call('GET', path, { token, ...options }),
    async save(change) {
      const answer = await app.call('PUT', '/api/admin/discovery-settings', { token, body: change })
      if (answer.status !== 200) throw new Error(`saving answered ${answer.status}`)
    },
    asked: (pattern = 'GET /3/*') => world.tmdb.journal.requests(pattern).length,
  }
}

/** Rows of a page or of a bare array, as tests look at them. */
export interface TestRow {
  id: number
  media_type?: string
  original_language?: string
  title?: string
  name?: string
  [field: string]: unknown
}

export const rowsOf = (answer: TestAnswer): TestRow[] => answer.body.results
export const idsOf = (answer: TestAnswer): number[] => rowsOf(answer).map(row => row.id)

/** Resolves when the provider is asked next; ask before what causes it. */
export function nextRequest(journal: Journal): Promise<JournalEntry> {
  const arrived = Promise.withResolvers<JournalEntry>()
  const { record } = journal
  journal.record = entry => {
    journal.record = record
    record(entry)
    arrived.resolve(entry)
  }
  return arrived.promise
}
