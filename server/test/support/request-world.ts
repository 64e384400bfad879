import type { Selection } from '@foyer/contract/requests/requests'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { World } from '@foyer/simulators'
import type { Engine } from '#db/database.ts'
import { startOn, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { addPerson, type Ask, ask, setUpHousehold } from './household.ts'
import { addInstance, insertInstance, managerForm, openWorld } from './managers.ts'

export type RequestWorld = World<'tmdb' | 'trakt' | 'radarr' | 'sonarr'>

export interface Asking {
  app: TestApp
  world: RequestWorld
  admin: TokenResponse
  uma: TokenResponse
  asAdmin: Ask
  asUma: Ask
  movies: string
  series: string
  /** Adds somebody else. */
  add(name: string): Promise<{ person: TokenResponse; as: Ask }>
  /** Everything under way is done and every library has caught up. */
  settle(): Promise<void>
}

/** A household that asks for things: an admin, a user, a movie and a TV library, and the providers. */
export async function startAsking(options: TestAppOptions & { engine?: Engine } = {}): Promise<Asking> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const products = ['tmdb', 'trakt', 'radarr', 'sonarr'] as const
  const world = await openWorld({ products, now: () => now() })
  const app = await startOn(options.engine ?? 'sqlite', {
    ...options,
    env: {
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
      APP_TRAKT_URL: world.trakt.url,
      APP_TRAKT_CLIENT_ID: world.trakt.client_id,
      ...options.env,
    },
  })
  now = () => app.clock.now().getTime()
  const { admin, asAdmin } = await setUpHousehold(app)
  const token = admin.access_token
  const movies = await addInstance(app, token, managerForm('movie_manager', 'Movies', world.radarr))
  const series = await addInstance(app, token, managerForm('tv_manager', 'Series', world.sonarr))
  const add = async (name: string) => {
    const person = await addPerson(app, asAdmin, name)
    return { person, as: ask(app, person.access_token) }
  }
  const { person: uma, as: asUma } = await add('uma')
  return {
    app,
    world,
    admin,
    uma,
    asAdmin,
    asUma,
    movies: movies.id,
    series: series.id,
    add,
    async settle() {
      await app.jobs.settle()
      await world.settle()
    },
  }
}

/** A book or music library that nothing answers for, granted to these people. */
export async function shelve(
  { app, asAdmin }: Pick<Asking, 'app' | 'asAdmin'>,
  service_type: 'book_manager' | 'music_manager',
  people: readonly TokenResponse[],
): Promise<string> {
  const id = `in_${service_type}`
  await insertInstance(app, { id, service_type })
  const user_ids = people.map(person => person.user.id)
  const answer = await asAdmin('PUT', `/api/admin/instances/${id}/grant-users`, { user_ids })
  if (answer.status !== 200) throw new Error(`granting answered ${answer.status}`)
  return id
}

export function create(as: Ask, selection: Selection): Promise<TestAnswer> {
  return as('POST', '/api/requests', selection)
}

/** How many units this person has spent of an allowance. */
export async function spent(as: Ask, media_type: string, book_format?: string): Promise<number> {
  const { allowances } = (await as('GET', '/api/me/request-quotas')).body
  const found = allowances.find(
    (one: { media_type: string; book_format?: string }) =>
      one.media_type === media_type && one.book_format === book_format,
  )
  return found.used
}
