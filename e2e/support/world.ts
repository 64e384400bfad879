import {
  ALBUM,
  BOOK,
  type ProductName,
  type SetTopHelperSimulator,
  setPictureStyle,
  startSetTopHelper,
  startWorld,
  stockFixtures,
  type World as Simulators,
} from '@foyer/simulators'
import { expect } from '@playwright/test'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Foyer, startFoyer } from './foyer.ts'
import { ADMIN, type Session } from './people.ts'
import { startPostgres } from './postgres.ts'
import { refuseSecrets, secretsOf } from './secrets.ts'

const PRODUCTS = [
  'tmdb',
  'radarr',
  'radarr4k',
  'sonarr',
  'lidarr',
  'chaptarr',
  'readarr',
  'hardcover',
  'musicbrainz',
  'listenbrainz',
  'coverart',
  'plexTv',
  'plex',
  'jellyfin',
  'emby',
  'audiobookshelf',
  'models',
  'modelAccounts',
  'tdarr',
  'discord',
  'ntfy',
  'smtp',
] as const satisfies ProductName[]
type Product = (typeof PRODUCTS)[number]

/** Instances that a world can start with. Everybody may use movies and series; music and books need a grant. */
const INSTANCES = {
  movies: { service_type: 'movie_manager', name: 'Movies', product: 'radarr' },
  series: { service_type: 'tv_manager', name: 'Series', product: 'sonarr' },
  music: { service_type: 'music_manager', name: 'Music', product: 'lidarr' },
  books: { service_type: 'book_manager', name: 'Books', product: 'chaptarr' },
} as const satisfies Record<string, { service_type: string; name: string; product: Product }>
type InstanceName = keyof typeof INSTANCES

export interface WorldParts {
  /** Environment of the server, beside the addresses of the simulators. */
  env?: Record<string, string>
  /** Connected from the start; none unless named. */
  instances?: readonly InstanceName[]
  /** Without an admin, the server still waits for its first visitor. */
  admin?: boolean
  /** Whether the environment brings the key of TMDB. */
  tmdb_key?: boolean
  /** Whether the libraries hold the fixtures' titles. */
  stocked?: boolean
  /** Whether the server includes an AI account; users still need access to it. */
  included_ai?: boolean
  /** Whether it is started as by `npm start`. */
  as_npm_start?: boolean
  /** Where the server stores its data; SQLite unless named. */
  engine?: 'postgres'
  /** Pictures of a single colour, unless somebody will look at them. */
  pictures?: 'painted' | 'plain'
}

export const BASE_PATH = '/media/foyer'
export const BELOW_A_PATH: WorldParts = {
  instances: ['movies', 'series'],
  env: { APP_BASE_PATH: BASE_PATH },
}

interface NewUser {
  /** Lets them sign in by the form, too. */
  password?: string
  grants?: readonly ('music' | 'books')[]
  /** May use the AI that the server includes. */
  included_ai?: boolean
  /** Their requests wait for a decision. */
  require_approval?: boolean
}

/** A running server, the simulated services around it, and helpers that act as its admin. */
export interface World extends Simulators<Product> {
  foyer: Foyer
  /** Secrets that must not appear in any answer of the server. */
  secrets: ReadonlySet<string>
  /** The helper of the server, and the TV boxes that it reaches: none unless a test adds them. */
  settop: SetTopHelperSimulator
  /** A folder that downloads may come from. */
  media_root: string
  /** The first admin's session; one for all tests of this server. */
  admin: Session
  instance_ids: Partial<Record<InstanceName, string>>
  /** Calls the API as somebody; anything but success fails the test. */
  call: <T>(who: Session | null, method: string, path: string, body?: unknown) => Promise<T>
  addInstance: (
    service_type: string,
    name: string,
    product: Product,
    server_config?: { public_address: string },
  ) => Promise<string>
  /** Somebody new, signed in by a connect link. */
  addUser: (name: string, details?: NewUser) => Promise<Session>
  /** Movies that were released long ago, are in no library, and are not used by another test. */
  newMovies: (count: number) => { id: number; title: string }[]
  newMovie: () => { id: number; title: string }
  /** Likewise shows of several finished seasons. */
  newShows: (count: number) => { id: number; name: string; tvdb_id: number }[]
  close: () => Promise<void>
}

let addresses = 0

/** Sign-ins per minute are limited by address (0.5): journeys about other things use an address of their own. */
export function newAddress(): Record<'x-forwarded-for', string> {
  addresses += 1
  return { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` }
}

function environment(simulators: Simulators<Product>, parts: WorldParts): Record<string, string> {
  const { tmdb, plexTv, musicbrainz, listenbrainz, coverart, hardcover, models, modelAccounts } = simulators
  return {
    APP_TRUSTED_PROXIES: '127.0.0.1',
    APP_TMDB_URL: `${tmdb.url}/3`,
    APP_TMDB_IMAGE_URL: `${tmdb.url}/t/p`,
    ...(parts.tmdb_key === false ? {} : { APP_TMDB_API_KEY: tmdb.api_key }),
    APP_PLEX_TV_URL: plexTv.url,
    APP_DISCORD_URL: simulators.discord.url,
    APP_MUSICBRAINZ_URL: `${musicbrainz.url}/ws/2`,
    APP_LISTENBRAINZ_URL: listenbrainz.url,
    APP_COVERART_URL: coverart.url,
    APP_COVERART_STORAGE_HOSTS: coverart.storage_host,
    APP_HARDCOVER_URL: hardcover.url,
    APP_HARDCOVER_CDN_URL: hardcover.cdn_url,
    APP_HARDCOVER_CLIENT_ID: hardcover.client_id,
    APP_OPENAI_URL: models.urls.openai,
    APP_ANTHROPIC_URL: models.urls.anthropic,
    APP_GEMINI_URL: models.urls.gemini,
    APP_XAI_URL: models.urls.grok,
    APP_OAUTH_A_URL: modelAccounts.urls.a,
    APP_OAUTH_A_CLIENT_ID: modelAccounts.client_ids.a,
    APP_OAUTH_A_API_URL: models.urls.openai,
    APP_OAUTH_A_USAGE_PATH: '/usage',
    APP_OAUTH_B_URL: modelAccounts.urls.b,
    APP_OAUTH_B_CLIENT_ID: modelAccounts.client_ids.b,
    APP_OAUTH_B_API_URL: models.urls.grok,
    ...parts.env,
  }
}

/** Calls of the API; what is answered is searched for secrets, headers included. */
export function createCalls(foyer: Pick<Foyer, 'url'>, secrets: ReadonlySet<string>) {
  return async function call<T>(
    who: Session | null,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const answer = await fetch(`${foyer.url}api/${path}`, {
      method,
      headers: {
        ...newAddress(),
        ...(who && { authorization: `Bearer ${who.access_token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    const text = await answer.text()
    for (const header of answer.headers)
      refuseSecrets(header.join(': '), secrets, `a header of the answer to ${method} ${path}`)
    refuseSecrets(text, secrets, `the answer to ${method} ${path}`)
    return JSON.parse(text) as T
  }
}

/** Hands out each title once, so that no test sees the changes of another. */
function createTitles({ catalogue, radarr, sonarr }: Simulators<Product>) {
  const given = new Set<number>()
  function take<T extends { id: number }>(count: number, titles: Iterable<T>): T[] {
    const taken = [...titles].filter(({ id }) => !given.has(id)).slice(0, count)
    expect(taken, 'the catalogue has titles left').toHaveLength(count)
    for (const { id } of taken) given.add(id)
    return taken
  }
  const newMovies = (count: number) =>
    take(
      count,
      catalogue.movies.filter(
        ({ id, release_date, adult }) => release_date < '2020' && !adult && !radarr.movie(id),
      ),
    )
  return {
    newMovies,
    newMovie: () => {
      const [movie] = newMovies(1)
      if (!movie) throw new Error('the catalogue has no movies left')
      return movie
    },
    newShows: (count: number) => {
      const known = new Set(sonarr.series().map(one => one.tvdb_id))
      const shows = catalogue.shows.flatMap(({ id, name, tvdb_id, status, seasons, adult }) =>
        tvdb_id !== null &&
        !adult &&
        status === 'Ended' &&
        seasons.filter(season => season.season_number > 0).length >= 3 &&
        !known.has(tvdb_id)
          ? [{ id, name, tvdb_id }]
          : [],
      )
      return take(count, shows)
    },
  }
}

function stock(simulators: Simulators<Product>): void {
  stockFixtures(simulators)
  simulators.lidarr.addAlbum(ALBUM.cast_off, { files: 'all' })
  simulators.chaptarr.addBook(BOOK.series_first, { format: 'ebook', file: true })
}

export async function buildWorld(parts: WorldParts = {}): Promise<World> {
  // When a step fails, everything that was started before it is closed, the last first.
  await using started = new AsyncDisposableStack()
  const start = async <T extends { close: () => Promise<void> }>(starting: Promise<T>): Promise<T> =>
    started.adopt(await starting, one => one.close())
  const media_root = realpathSync(mkdtempSync(join(tmpdir(), 'foyer-media-')))
  started.defer(() => rmSync(media_root, { recursive: true }))
  setPictureStyle(parts.pictures ?? 'plain')
  const simulators = await start(startWorld({ products: PRODUCTS, indexers_stocked: true, strict: false }))
  if (parts.stocked !== false) stock(simulators)
  const settop = await start(startSetTopHelper())
  const postgres = parts.engine === 'postgres' ? await start(startPostgres()) : undefined
  const secrets = new Set(secretsOf(simulators))
  const foyer = await start(
    startFoyer(
      {
        APP_MEDIA_ROOTS: media_root,
        APP_SETTOP_HELPER: settop.path,
        ...(postgres && { APP_DATABASE_URL: postgres.url }),
        ...environment(simulators, parts),
      },
      secrets,
      parts.as_npm_start,
    ),
  )
  const call = createCalls(foyer, secrets)
  const session = parts.admin === false ? null : await call<Session>(null, 'POST', 'auth/setup', ADMIN)

  const world: World = {
    ...simulators,
    ...createTitles(simulators),
    foyer,
    secrets,
    settop,
    media_root,
    get admin() {
      if (!session) throw new Error('This world starts without an admin.')
      return session
    },
    instance_ids: {},
    call,
    async addInstance(service_type, name, product, server_config) {
      const { url, ...keys } = simulators[product] as { url: string; api_key?: string; token?: string }
      const body = { service_type, name, url, api_key: keys.api_key ?? keys.token, server_config }
      return (await call<{ id: string }>(world.admin, 'POST', 'admin/instances', body)).id
    },
    async addUser(name, { password, grants = [], require_approval, included_ai } = {}) {
      const { link } = await call<{ link: string }>(world.admin, 'POST', 'admin/connect-token', { name })
      const token = new URL(link).searchParams.get('token')
      const user = await call<Session>(null, 'POST', 'auth/connect', { token, device_name: 'Sofa' })
      const settings = `admin/users/${user.user.id}`
      if (password !== undefined) {
        const methods = { password_enabled: true, passkey_enabled: true }
        await call(world.admin, 'PATCH', `${settings}/auth-methods`, methods)
        await call(user, 'POST', 'auth/password', { password })
      }
      if (require_approval)
        await call(world.admin, 'PUT', `${settings}/request-settings`, { require_approval })
      if (included_ai) await call(world.admin, 'PUT', `${settings}/ai-access`, { shared_ai_enabled: true })
      if (grants.length > 0)
        await call(
          world.admin,
          'PUT',
          `${settings}/instance-grants`,
          Object.fromEntries(grants.map(one => [INSTANCES[one].service_type, [world.instance_ids[one]]])),
        )
      return user
    },
    close: () => running.disposeAsync(),
  }
  for (const part of parts.instances ?? []) {
    const { service_type, name, product } = INSTANCES[part]
    world.instance_ids[part] = await world.addInstance(service_type, name, product)
  }
  if (parts.included_ai) {
    const { openai } = simulators.models.keys
    // Without the daily check, which would change its state at a time of its own.
    const profile = { openai_key: openai, ai_provider: 'openai', ai_health_check_enabled: false }
    await call(world.admin, 'PUT', 'admin/credentials', profile)
  }
  const running = started.move()
  return world
}
