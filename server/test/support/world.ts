import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import type { ProductName, World as Simulators } from '@foyer/simulators'
import type { Engine } from '#db/database.ts'
import { startOn, type TestApp, type TestAppOptions } from './app.ts'
import { type Call, callAs, setGrants } from './calls.ts'
import { setContentLimits } from './content-limits.ts'
import { addInstance, managerForm, startSimulators } from './managers.ts'
import { addUser } from './people.ts'
import { createTestClock } from './test-clock.ts'

/** Instances that a world can start with. Everybody may use movies and series; music and books need a grant. */
const INSTANCES = {
  movies: { service_type: 'movie_manager', name: 'Movies', product: 'radarr' },
  movies_4k: { service_type: 'movie_manager', name: 'Movies 4K', product: 'radarr4k' },
  series: { service_type: 'tv_manager', name: 'Series', product: 'sonarr' },
  anime: { service_type: 'tv_manager', name: 'Anime', product: 'sonarrAnime' },
  music: { service_type: 'music_manager', name: 'Music', product: 'lidarr' },
  books: { service_type: 'book_manager', name: 'Books', product: 'chaptarr' },
  old_books: { service_type: 'book_manager', name: 'Old books', product: 'readarr' },
} as const satisfies Record<string, { service_type: ServiceType; name: string; product: ProductName }>
type InstanceName = keyof typeof INSTANCES
type ProductOf<I extends InstanceName> = (typeof INSTANCES)[I]['product']

export interface WorldParts<
  P extends ProductName = never,
  I extends InstanceName = never,
  U extends string = never,
  K extends string = never,
> extends Omit<TestAppOptions, 'clock'> {
  /** Simulators to start, beside those of the instances. The server learns the addresses and keys of providers. */
  products?: readonly P[]
  /** Connected from the start, each to its simulator. */
  instances?: readonly I[]
  /** Signed in by a connect link. */
  users?: readonly U[]
  /** Likewise, with the content limits `POLICY`. */
  kids?: readonly K[]
  /** Instances that somebody may use beside the defaults. */
  grants?: { [name in U | K]?: readonly I[] }
  engine?: Engine
  /** How far the clocks of the simulators are behind the server's. */
  simulators_behind_ms?: number
  /** Whether the test fails on calls to paths that a simulator does not have; true unless said otherwise. */
  strict?: boolean
}

/** The simulators by name, and what their titles are; nothing where none is started. */
type StartedSimulators<P extends ProductName> = [P] extends [never]
  ? unknown
  : Omit<Simulators<P>, 'clock' | 'advance' | 'settle' | 'assertClean' | 'close'>

type Calls<U extends string> = { [name in U as `as${Capitalize<name>}`]: Call }

/** A server, the simulated services around it on the same clock, and everybody who is signed in. */
export type World<
  P extends ProductName = never,
  I extends InstanceName = never,
  U extends string = never,
> = StartedSimulators<P | ProductOf<I>> &
  Calls<U> & {
    app: TestApp
    /** The first admin's session. */
    admin: TokenResponse
    asAdmin: Call
    users: Record<U, TokenResponse>
    instance_ids: Record<I, string>
    /** Somebody new, signed in by a connect link. */
    addUser: (name: string) => Promise<{ session: TokenResponse; call: Call }>
    /** Runs all jobs that are due and brings every simulator up to the present. */
    settle: () => Promise<void>
  }

type Provider =
  | 'tmdb'
  | 'trakt'
  | 'musicbrainz'
  | 'listenbrainz'
  | 'coverart'
  | 'hardcover'
  | 'plexTv'
  | 'pushGateway'
  | 'discord'
  | 'telegram'
  | 'models'
  | 'modelAccounts'

function providerEnv(simulators: Partial<Simulators<Provider>>): Record<string, string> {
  const { tmdb, trakt, musicbrainz, listenbrainz, coverart, hardcover, plexTv } = simulators
  const { pushGateway, discord, telegram, models, modelAccounts } = simulators
  return {
    ...(tmdb && {
      APP_TMDB_URL: `${tmdb.url}/3`,
      APP_TMDB_IMAGE_URL: `${tmdb.url}/t/p`,
      APP_TMDB_API_KEY: tmdb.api_key,
    }),
    ...(trakt && {
      APP_TRAKT_URL: trakt.url,
      APP_TRAKT_CLIENT_ID: trakt.client_id,
      APP_TRAKT_IMAGES_URL: trakt.images_url,
    }),
    ...(musicbrainz && { APP_MUSICBRAINZ_URL: `${musicbrainz.url}/ws/2` }),
    ...(listenbrainz && { APP_LISTENBRAINZ_URL: listenbrainz.url }),
    ...(coverart && {
      APP_COVERART_URL: coverart.url,
      APP_COVERART_STORAGE_HOSTS: coverart.storage_host,
    }),
    ...(hardcover && {
      APP_HARDCOVER_URL: hardcover.url,
      APP_HARDCOVER_CDN_URL: hardcover.cdn_url,
      APP_HARDCOVER_CLIENT_ID: hardcover.client_id,
    }),
    ...(plexTv && { APP_PLEX_TV_URL: plexTv.url }),
    ...(pushGateway && { APP_PUSH_GATEWAY_URL: pushGateway.url }),
    ...(discord && { APP_DISCORD_URL: discord.url }),
    ...(telegram && { APP_TELEGRAM_URL: telegram.url }),
    ...(models && {
      APP_OPENAI_URL: models.urls.openai,
      APP_ANTHROPIC_URL: models.urls.anthropic,
      APP_GEMINI_URL: models.urls.gemini,
      APP_XAI_URL: models.urls.grok,
    }),
    ...(modelAccounts && {
      APP_OAUTH_A_URL: modelAccounts.urls.a,
      APP_OAUTH_A_CLIENT_ID: modelAccounts.client_ids.a,
      APP_OAUTH_A_API_URL: models?.urls.openai ?? modelAccounts.urls.a,
      APP_OAUTH_A_USAGE_PATH: '/usage',
      APP_OAUTH_B_URL: modelAccounts.urls.b,
      APP_OAUTH_B_CLIENT_ID: modelAccounts.client_ids.b,
      APP_OAUTH_B_API_URL: models?.urls.grok ?? modelAccounts.urls.b,
    }),
  }
}

const callName = (user: string) => `as${user.charAt(0).toUpperCase()}${user.slice(1)}`

/** Closed when the test ends, or the last test of a `describe` that shares it (`shareAmongTests`). */
export async function buildWorld<
  P extends ProductName = never,
  I extends InstanceName = never,
  U extends string = never,
  K extends string = never,
>(parts: WorldParts<P, I, U, K> = {}): Promise<World<P, I, U | K>> {
  const { products = [], instances = [], users = [], kids = [] } = parts
  const { engine = 'sqlite', simulators_behind_ms = 0 } = parts
  const clock = createTestClock()
  const names = [...products, ...instances.map(name => INSTANCES[name].product)]
  const simulators =
    names.length > 0
      ? await startSimulators<ProductName>({
          products: names,
          now: () => clock.now().getTime() - simulators_behind_ms,
          strict: parts.strict ?? true,
        })
      : null
  const app = await startOn(engine, {
    clock,
    env: { ...providerEnv(simulators ?? {}), ...parts.env },
    ...(parts.overrides && { overrides: parts.overrides }),
  })
  const admin = await app.setUp()
  const asAdmin = callAs(app, admin.access_token)

  const instance_ids: Record<string, string> = {}
  for (const key of instances) {
    const { service_type, name, product } = INSTANCES[key]
    const form = managerForm(service_type, name, found(simulators?.[product], product))
    instance_ids[key] = (await addInstance(app, admin.access_token, form)).id
  }
  const sessions: Record<string, TokenResponse> = {}
  const calls: Record<string, Call> = {}
  for (const name of [...users, ...kids]) {
    const session = await addUser(app, asAdmin, name)
    sessions[name] = session
    calls[callName(name)] = callAs(app, session.access_token)
  }
  const idOf = (name: string) => found(sessions[name], name).user.id
  for (const name of kids) await setContentLimits(asAdmin, idOf(name))
  for (const [name, granted] of Object.entries<readonly I[] | undefined>(parts.grants ?? {})) {
    const body: Partial<Record<ServiceType, string[]>> = {}
    for (const key of granted ?? [])
      (body[INSTANCES[key].service_type] ??= []).push(found(instance_ids[key], key))
    await setGrants(asAdmin, idOf(name), body)
  }
  // New instances are looked at in the background: their webhooks, their libraries.
  await app.jobs.settle()

  const world = {
    ...simulators,
    ...calls,
    app,
    admin,
    asAdmin,
    users: sessions,
    instance_ids,
    async addUser(name: string) {
      const session = await addUser(app, asAdmin, name)
      return { session, call: callAs(app, session.access_token) }
    },
    async settle() {
      await app.jobs.settle()
      await simulators?.settle()
    },
  }
  // Built from exactly the names of the parts; the compiler cannot count them.
  return world as unknown as World<P, I, U | K>
}

function found<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`This world has no ${name}.`)
  return part
}
