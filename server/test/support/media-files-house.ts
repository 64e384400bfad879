import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DownloadTicket } from '@foyer/contract/media-files/media-files'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { MOVIE, type World } from '@foyer/simulators'
import { startApp, type TestAnswer, type TestApp } from './app.ts'
import { temporaryFolder } from './engines.ts'
import { addPerson, type Ask, ask, setUpHousehold } from './household.ts'
import { POLICY } from './kids-house.ts'
import { addInstance, managerForm, openWorld } from './managers.ts'

export const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))

export interface FilesHouse {
  app: TestApp
  world: World<'tmdb' | 'radarr'>
  root: string
  asAdmin: Ask
  bob: TokenResponse
  asBob: Ask
  movies: string
  /** A movie of the library with its file, both there and on the disk. */
  movie: { file_id: number; path: string; local: string }
  /** Puts bytes where a mapped path of the manager leads. */
  put(reported: string, bytes?: Buffer): string
  ticket(as?: Ask): Promise<DownloadTicket>
  /** Like a browser, without a session. */
  get(url: string, headers?: Record<string, string>): Promise<TestAnswer>
  map(mappings: { source_path: string; local_path: string }[]): Promise<void>
}

/** A household whose movies lie under a root, and one person who may have them. */
export async function startFiles(): Promise<FilesHouse> {
  const root = temporaryFolder('media-')
  let now = () => Date.parse('2026-11-15T09:00:00.000Z')
  const world = await openWorld({ products: ['tmdb', 'radarr'], now: () => now() })
  const app = await startApp({
    env: {
      APP_MEDIA_ROOTS: root,
      APP_TMDB_URL: `${world.tmdb.url}/3`,
      APP_TMDB_API_KEY: world.tmdb.api_key,
    },
  })
  now = () => app.clock.now().getTime()
  const { admin, asAdmin } = await setUpHousehold(app)
  const mapping = { source_path: '/movies', local_path: join(root, 'films') }
  const { id: movies } = await addInstance(app, admin.access_token, {
    ...managerForm('movie_manager', 'Movies', world.radarr),
    media_path_mappings: [mapping],
  })
  const bob = await addPerson(app, asAdmin, 'bob')
  const asBob = ask(app, bob.access_token)
  const put = (reported: string, bytes = BYTES) => {
    const local = reported.replace(mapping.source_path, mapping.local_path)
    mkdirSync(dirname(local), { recursive: true })
    writeFileSync(local, bytes)
    return local
  }
  const record = world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
  const path = `${record.path}/${record.file?.relative_path}`
  const movie = { file_id: record.file?.id ?? 0, path, local: put(path) }
  return {
    app,
    world,
    root,
    asAdmin,
    bob,
    asBob,
    movies,
    movie,
    put,
    async ticket(as = asBob) {
      const body = { instance_id: movies, file_id: movie.file_id }
      const answer = await as('POST', '/api/media-files/tickets', body)
      if (answer.status !== 200) throw new Error(`a ticket answered ${answer.raw.toString()}`)
      return answer.body
    },
    get: (url, headers = {}) => app.call('GET', url, { headers }),
    async map(media_path_mappings) {
      const answer = await asAdmin('PUT', `/api/admin/instances/${movies}`, { media_path_mappings })
      if (answer.status !== 200) throw new Error(`mapping answered ${answer.raw.toString()}`)
    },
  }
}

/** Makes somebody a kids account with the usual limits. */
export async function limit(asAdmin: Ask, user_id: number): Promise<void> {
  const answer = await asAdmin('PUT', `/api/admin/users/${user_id}/content-policy`, POLICY)
  if (answer.status !== 200) throw new Error(`limits answered ${answer.raw.toString()}`)
}
