import type { Release, Releases } from '@foyer/contract/releases'
import { MOVIE, type World } from '@foyer/simulators'
import { startApp, type TestAnswer, type TestApp, type TestAppOptions } from './app.ts'
import { addInstance, managerForm, openWorld } from './managers.ts'
import { signInAs } from './people.ts'

export const TODAY = '2026-11-15'
/** Their TVDB ids; the first airs each Thursday around today. */
export const WEATHER_OFFICE_TVDB = 430_002

export type ReleaseWorld = World<'tmdb' | 'radarr' | 'sonarr' | 'lidarr' | 'chaptarr'>

export interface ReleaseHouse {
  app: TestApp
  world: ReleaseWorld
  admin: string
  bob: { token: string; id: number }
  kim: { token: string; id: number }
  ids: { movies: string; tv: string; music: string; books: string }
  get(token: string, query?: string): Promise<TestAnswer>
  /** What the admin is shown. */
  releases(query?: string): Promise<Releases>
  grant(user_id: number, grants: object): Promise<void>
}

/** A household with all four managers, each with something that comes out around today. */
export async function startReleases({ env = {} }: TestAppOptions = {}): Promise<ReleaseHouse> {
  let now = () => Date.parse(`${TODAY}T09:00:00.000Z`)
  const world = await openWorld({
    products: ['tmdb', 'radarr', 'sonarr', 'lidarr', 'chaptarr'],
    now: () => now(),
    strict: false,
  })
  const app = await startApp({ env: { APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`, ...env } })
  now = () => app.clock.now().getTime()
  const admin = (await app.setUp()).access_token
  const bob = await signInAs(app, 'bob', 'user')
  const kim = await signInAs(app, 'kim', 'user')
  await app.call('PUT', `/api/admin/users/${kim.user.id}/content-policy`, {
    token: admin,
    body: { max_movie_rating: 'PG', max_tv_rating: 'TV-G' },
  })
  const add = async (type: string, name: string, manager: { url: string; api_key: string }) =>
    (await addInstance(app, admin, managerForm(type, name, manager))).id
  const ids = {
    movies: await add('movie_manager', 'Movies', world.radarr),
    tv: await add('tv_manager', 'Series', world.sonarr),
    music: await add('music_manager', 'Music', world.lidarr),
    books: await add('book_manager', 'Books', world.chaptarr),
  }
  await app.jobs.settle()
  stock(world)
  const get = (token: string, query = '') => app.call('GET', `/api/releases${query}`, { token })
  return {
    app,
    world,
    admin,
    bob: { token: bob.access_token, id: bob.user.id },
    kim: { token: kim.access_token, id: kim.user.id },
    ids,
    get,
    async releases(query) {
      const answer = await get(admin, query)
      if (answer.status !== 200) throw new Error(`releases answered ${answer.raw.toString()}`)
      return answer.body
    },
    async grant(user_id, grants) {
      const path = `/api/admin/users/${user_id}/instance-grants`
      const answer = await app.call('PUT', path, { token: admin, body: grants })
      if (answer.status !== 200) throw new Error(`granting answered ${answer.raw.toString()}`)
    },
  }
}

function stock(world: ReleaseWorld): void {
  world.radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
  world.radarr.addMovie(MOVIE.requested)
  world.radarr.addMovie(MOVIE.in_cinemas, { monitored: false })
  // Rated PG-13, so nothing for Kim.
  world.radarr.addMovie(MOVIE.upcoming)
  world.sonarr.addSeries(WEATHER_OFFICE_TVDB)
  const album = world.lidarr.music.albums.find(one => one.release_date === '2026-11-27')
  if (album) world.lidarr.addAlbum(album.id)
}

/** `2026-11-20 physical Paper Lanterns`, to compare lists with. */
export const line = (one: Release) => `${one.date} ${one.kind} ${one.title}`
export const linesOf = ({ items }: { items: Release[] }) => items.map(line)
export const titlesOf = ({ items }: { items: Release[] }) => [...new Set(items.map(one => one.title))].sort()
