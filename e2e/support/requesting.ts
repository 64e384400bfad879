import { startWorld, stockFixtures, type World } from '@foyer/simulators'
import type { Browser, Page } from '@playwright/test'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, comeInAs, type Session } from './people.ts'
import { expect, test as base } from './test.ts'

export interface House {
  foyer: Foyer
  world: World<'tmdb' | 'radarr' | 'sonarr'>
  admin: Session
  /** Calls the API as somebody; anything but success fails the test. */
  call: <T>(who: Session, method: string, path: string, body?: unknown) => Promise<T>
  /** Somebody new, come in by a connect link. */
  welcome: (name: string) => Promise<Session>
}

async function furnish(foyer: Foyer, world: House['world']): Promise<House> {
  async function send<T>(method: string, path: string, body?: unknown, token = ''): Promise<T> {
    const answer = await fetch(`${foyer.url}api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return (await answer.json()) as T
  }
  const admin = await send<Session>('POST', 'auth/setup', ADMIN)
  const call: House['call'] = (who, method, path, body) => send(method, path, body, who.access_token)
  const libraries = [
    { service_type: 'movie_manager', name: 'Movies', at: world.radarr },
    { service_type: 'tv_manager', name: 'Series', at: world.sonarr },
  ]
  for (const { service_type, name, at } of libraries)
    await call(admin, 'POST', 'admin/instances', { service_type, name, url: at.url, api_key: at.api_key })
  return {
    foyer,
    world,
    admin,
    call,
    async welcome(name) {
      const { link } = await call<{ link: string }>(admin, 'POST', 'admin/connect-token', { name })
      const token = new URL(link).searchParams.get('token')
      return send<Session>('POST', 'auth/connect', { token, device_name: 'Sofa' })
    },
  }
}

/** A house whose libraries find what they search for. Tests share it, each with people of its own. */
export const test = base.extend<object, { house: House }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const products = ['tmdb', 'radarr', 'sonarr'] as const
      const world = await startWorld({ products, indexers_stocked: true, strict: false })
      stockFixtures(world)
      const foyer = await startFoyer({
        APP_TMDB_URL: `${world.tmdb.url}/3`,
        APP_TMDB_API_KEY: world.tmdb.api_key,
        APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
      })
      await use(await furnish(foyer, world))
      await foyer.close()
      await world.close()
    },
    { scope: 'worker' },
  ],
  foyer: async ({ house }, use) => use(house.foyer),
})

/** Another browser of the same house. */
export async function secondPage(browser: Browser, house: House, session: Session): Promise<Page> {
  const context = await browser.newContext({ baseURL: house.foyer.url })
  const page = await context.newPage()
  await comeInAs(page, session)
  return page
}

/** Movies that came out long ago and that no library has. */
export function freeMovies({ world }: House): { id: number; title: string }[] {
  return world.catalogue.movies.filter(
    ({ id, release_date, adult }) => release_date < '2020' && !adult && !world.radarr.movie(id),
  )
}

/** Shows of several finished seasons that no library has. */
export function freeShows({ world }: House): { id: number; name: string; tvdb_id: number }[] {
  const known = new Set(world.sonarr.series().map(one => one.tvdb_id))
  return world.catalogue.shows.flatMap(({ id, name, tvdb_id, status, seasons, adult }) =>
    tvdb_id !== null &&
    !adult &&
    status === 'Ended' &&
    seasons.filter(season => season.season_number > 0).length >= 3 &&
    !known.has(tvdb_id)
      ? [{ id, name, tvdb_id }]
      : [],
  )
}

export { expect }
