import type { StatusResponse, TitleCard } from '@foyer/contract/title-statuses'
import type { ContentPolicy } from '@foyer/contract/kids'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { World } from '@foyer/simulators'
import { startApp, type TestAnswer, type TestApp } from './app.ts'
import { POLICY } from './kids-house.ts'
import { addInstance, managerForm, openWorld } from './managers.ts'
import { signInAs } from './people.ts'

export type LibraryWorld = World<'tmdb' | 'radarr' | 'radarr4k' | 'sonarr' | 'sonarrAnime'>

export interface LibraryHouse {
  app: TestApp
  world: LibraryWorld
  admin: TokenResponse
  bob: TokenResponse
  kim: TokenResponse
  ids: { movies: string; movies4k: string; tv: string; anime: string }
  /** As Bob, who sees the default libraries only, unless another token is given. */
  status(path: string, token?: string): Promise<TestAnswer>
  movie(tmdb_id: number): Promise<StatusResponse>
  show(tmdb_id: number): Promise<StatusResponse>
  cards(items: readonly [media_type: string, tmdb_id: number][], token?: string): Promise<TitleCard[]>
  grant(user_id: number, grants: object): Promise<void>
  limit(change: Partial<ContentPolicy>): Promise<void>
  /** Past the fifteen seconds of the projection. */
  later(): void
}

/** A household with two movie and two TV libraries before one provider, all on the server's clock. */
export async function startLibraries(): Promise<LibraryHouse> {
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await openWorld({
    products: ['tmdb', 'radarr', 'radarr4k', 'sonarr', 'sonarrAnime'],
    now: () => now(),
  })
  const app = await startApp({
    env: { APP_TMDB_URL: `${world.tmdb.url}/3`, APP_TMDB_API_KEY: world.tmdb.api_key },
  })
  now = () => app.clock.now().getTime()
  const admin = await app.setUp()
  const bob = await signInAs(app, 'bob', 'user')
  const kim = await signInAs(app, 'kim', 'user')
  const token = admin.access_token
  const add = async (
    type: string,
    name: string,
    manager: { url: string; api_key: string },
    main: boolean,
  ) => {
    const form = { ...managerForm(type, name, manager), is_default: main }
    return (await addInstance(app, token, form)).id
  }
  const ids = {
    movies: await add('movie_manager', 'Movies', world.radarr, true),
    movies4k: await add('movie_manager', 'Movies 4K', world.radarr4k, false),
    tv: await add('tv_manager', 'Series', world.sonarr, true),
    anime: await add('tv_manager', 'Anime', world.sonarrAnime, false),
  }
  await app.jobs.settle()

  const expectOk = ({ status, raw, body }: TestAnswer) => {
    if (status !== 200) throw new Error(`answered ${status} ${raw.toString()}`)
    return body
  }
  const status = (path: string, as = bob.access_token) =>
    app.call('GET', `/api/requests/${path}`, { token: as })
  async function limit(change: Partial<ContentPolicy>): Promise<void> {
    const path = `/api/admin/users/${kim.user.id}/content-policy`
    expectOk(await app.call('PUT', path, { token, body: { ...POLICY, ...change } }))
  }
  await limit({})
  return {
    app,
    world,
    admin,
    bob,
    kim,
    ids,
    status,
    limit,
    movie: async id => expectOk(await status(`${id}/status?media_type=movie`)),
    show: async id => expectOk(await status(`${id}/status?media_type=tv`)),
    async cards(items, as = bob.access_token) {
      const body = { items: items.map(([media_type, tmdb_id]) => ({ media_type, tmdb_id })) }
      return expectOk(await app.call('POST', '/api/requests/statuses', { token: as, body })).items
    },
    async grant(user_id, grants) {
      const path = `/api/admin/users/${user_id}/instance-grants`
      expectOk(await app.call('PUT', path, { token, body: grants }))
    },
    later: () => app.clock.advance(15_001),
  }
}
