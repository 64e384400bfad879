import type { Catalogue } from '../catalogue/catalogue.ts'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { empty, json } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { hexOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import type { SimClock } from '../kit/time.ts'
import {
  type Access,
  createAccess,
  createRoute,
  queryOf,
  type Route,
  type Switches,
} from './jellyfin-access.ts'
import { createAccounts, type JellyfinAccounts, ticks } from './jellyfin-accounts.ts'
import { routeLibrary } from './jellyfin-library-routes.ts'
import { createLibrary, type JellyfinLibrary } from './jellyfin-library.ts'
import { routeUsers, unexplained } from './jellyfin-user-routes.ts'

export interface JellyfinOptions {
  name?: string | undefined
  catalogue: Catalogue
  clock: SimClock
  seed: string
  port?: number | undefined
  journal_limit?: number | undefined
  api_key?: string | undefined
  server_name?: string | undefined
  /** `12.0.0`, or the previous line, which still takes the old header forms. */
  version?: '12.0.0' | '10.11.11' | undefined
}

export interface Jellyfin {
  readonly name: string
  readonly url: string
  /** Acts as administrator without a user. */
  readonly api_key: string
  readonly server_id: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly accounts: JellyfinAccounts
  readonly library: JellyfinLibrary
  readonly sessions: Access['sessions']
  /** Start-up page, legacy header forms. */
  readonly switches: Switches
  close: () => Promise<void>
  assertClean: () => void
}

/** Jellyfin as jellyfin.md describes it. */
export async function startJellyfin(options: JellyfinOptions): Promise<Jellyfin> {
  const name = options.name ?? 'jellyfin'
  const seed = `${options.seed}:${name}`
  const version = options.version ?? '12.0.0'
  const now = options.clock.now
  const accounts = createAccounts(seed, hexOf(`${seed}:server`, 32))
  const library = createLibrary(seed, options.catalogue)
  const access = createAccess(accounts, version !== '12.0.0')
  const api_key = options.api_key ?? hexOf(`${seed}:key`, 32)
  access.keys.set(api_key, { id: 1, app: 'Foyer', at: now() })

  const server = createSimServer({
    name,
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    // Every route decides for itself: some need no caller, some any, some an administrator.
    authorise: () => null,
    notFound: () => empty(404),
    refuse: unexplained,
    refuseKey: () => empty(401),
  })
  const route = createRoute(server, access)
  const server_name = options.server_name ?? 'Den'
  routeSystem(route, { server_name, version, server_id: accounts.server_id, url: () => server.url })
  routeKeys(route, access, now)
  routeUsers({ route, access, accounts, now })
  routeLibrary({ route, accounts, library })
  stockHousehold(accounts, library)
  await server.listen()

  return {
    name,
    url: server.url,
    api_key,
    server_id: accounts.server_id,
    journal: server.journal,
    faults: server.faults,
    routes: server.routes,
    accounts,
    library,
    sessions: access.sessions,
    switches: access.switches,
    close: server.close,
    assertClean: server.assertClean,
  }
}

interface Identity {
  server_name: string
  version: string
  server_id: string
  url: () => string
}

function routeSystem(route: Route, identity: Identity): void {
  const known = () => ({
    LocalAddress: identity.url(),
    ServerName: identity.server_name,
    Version: identity.version,
    ProductName: 'Jellyfin Server',
    OperatingSystem: '',
    Id: identity.server_id,
    StartupWizardCompleted: true,
  })
  route('GET /System/Ping', 'nothing', () => json('Jellyfin Server'))
  route('GET /System/Info/Public', 'nothing', () => json(known()))
  route('GET /System/Info', 'administrator', () =>
    json({
      ...known(),
      HasPendingRestart: false,
      IsShuttingDown: false,
      SupportsLibraryMonitor: true,
      WebSocketPortNumber: 8096,
      CompletedInstallations: [],
      CanSelfRestart: true,
      CanLaunchWebBrowser: false,
      ProgramDataPath: '/config/data',
      WebPath: '/jellyfin/jellyfin-web',
      ItemsByNamePath: '/config/data/metadata',
      CachePath: '/cache',
      LogPath: '/config/log',
      InternalMetadataPath: '/config/data/metadata',
      TranscodingTempPath: '/cache/transcodes',
      HasUpdateAvailable: false,
      EncoderLocation: 'System',
      SystemArchitecture: 'X64',
    }),
  )
}

function routeKeys(route: Route, access: Access, now: () => number): void {
  route('GET /Auth/Keys', 'administrator', () => {
    const Items = [...access.keys].map(([AccessToken, key]) => ({
      Id: key.id,
      AccessToken,
      AppName: key.app,
      AppVersion: '',
      DeviceId: '',
      DeviceName: '',
      UserId: '0'.repeat(32),
      IsActive: true,
      DateCreated: ticks(key.at),
      DateLastActivity: ticks(key.at),
    }))
    return json({ Items, TotalRecordCount: Items.length, StartIndex: 0 })
  })
  route('POST /Auth/Keys', 'administrator', request => {
    const app = queryOf(request, 'app')
    if (!app) return unexplained(400)
    access.keys.set(hexOf(`key:${app}:${access.keys.size}`, 32), { id: access.keys.size + 1, app, at: now() })
    return empty(204)
  })
}

/** A house of five, one of them no longer welcome, over the titles that the fixtures have on disk. */
function stockHousehold(accounts: JellyfinAccounts, library: JellyfinLibrary): void {
  const movies = library.addFolder('Movies', 'movies', '/media/movies')
  const shows = library.addFolder('Shows', 'tvshows', '/media/tv')
  library.addFolder('Music', 'music', '/media/music')
  accounts.add('marlow', { administrator: true, password: 'lantern-and-key' })
  accounts.add('ellen', { password: 'quiet-harbour' })
  accounts.add('Tove Åkesson', { password: 'seven-geese', folders: [movies.id, shows.id] })
  accounts.add('kids', { folders: [movies.id] })
  accounts.add('old lodger', { password: 'gone-away', disabled: true })
  for (const id of [MOVIE.with_file, MOVIE.above_pg_cap, MOVIE.non_english]) library.addMovie(id)
  for (const id of [SHOW.harbour_nine, SHOW.running, SHOW.with_specials]) library.addShow(id)
}
