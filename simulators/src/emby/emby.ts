import type { Catalogue } from '../catalogue/catalogue.ts'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { json, text } from '../kit/answer.ts'
import type { Faults } from '../kit/faults.ts'
import { hexOf } from '../kit/ids.ts'
import type { Journal } from '../kit/journal.ts'
import { createSimServer } from '../kit/sim-server.ts'
import type { SimClock } from '../kit/time.ts'
import {
  createEmbyAccess,
  createRoute,
  type EmbyAccess,
  invalidToken,
  type Route,
  sentence,
} from './emby-access.ts'
import { createEmbyAccounts, type EmbyAccounts } from './emby-accounts.ts'
import { createEmbyLibrary, type EmbyLibrary, routeLibrary } from './emby-library.ts'
import { routeUsers } from './emby-user-routes.ts'

export interface EmbyOptions {
  name?: string | undefined
  catalogue: Catalogue
  clock: SimClock
  seed: string
  port?: number | undefined
  journal_limit?: number | undefined
  api_key?: string | undefined
  server_name?: string | undefined
}

export interface Emby {
  readonly name: string
  /** The server; its API answers under `/emby`, and without it too. */
  readonly url: string
  readonly api_key: string
  readonly server_id: string
  readonly journal: Journal
  readonly faults: Faults
  readonly routes: () => string[]
  readonly accounts: EmbyAccounts
  readonly library: EmbyLibrary
  readonly sessions: EmbyAccess['sessions']
  close: () => Promise<void>
  assertClean: () => void
}

/** Emby Server as emby.md describes it. */
export async function startEmby(options: EmbyOptions): Promise<Emby> {
  const name = options.name ?? 'emby'
  const seed = `${options.seed}:${name}`
  const now = options.clock.now
  const accounts = createEmbyAccounts(seed, now)
  const library = createEmbyLibrary(seed, options.catalogue)
  const access = createEmbyAccess(accounts)
  const api_key = options.api_key ?? hexOf(`${seed}:key`, 32)
  access.keys.set(api_key, 'Foyer')

  const server = createSimServer({
    name,
    port: options.port,
    journal_limit: options.journal_limit,
    now,
    // Every route decides for itself who may ask.
    authorise: () => null,
    notFound: () => sentence('File not found', 404),
    refuse: status => sentence('Object reference not set to an instance of an object.', status),
    refuseKey: invalidToken,
    rewrite: path => (/^\/emby(?=\/)/i.test(path) ? path.slice('/emby'.length) : path),
  })
  const route = createRoute(server, access)
  routeSystem(route, {
    server_id: accounts.server_id,
    name: options.server_name ?? 'Attic',
    url: () => server.url,
  })
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
    close: server.close,
    assertClean: server.assertClean,
  }
}

function routeSystem(route: Route, identity: { server_id: string; name: string; url: () => string }): void {
  // emby.md: no `ProductName` here, which tells it from Jellyfin.
  const known = () => ({
    LocalAddress: identity.url(),
    LocalAddresses: [identity.url()],
    WanAddress: 'http://203.0.113.9:8096',
    RemoteAddresses: ['http://203.0.113.9:8096'],
    ServerName: identity.name,
    Version: '4.9.1.90',
    Id: identity.server_id,
  })
  route('GET /System/Ping', 'nothing', () => text('Emby Server'))
  route('GET /System/Info/Public', 'nothing', () => json(known()))
  route('GET /System/Info', 'administrator', () =>
    json({
      ...known(),
      SystemUpdateLevel: 'Release',
      OperatingSystemDisplayName: 'Linux',
      HasPendingRestart: false,
      IsShuttingDown: false,
      OperatingSystem: 'Linux',
      SupportsLibraryMonitor: true,
      WebSocketPortNumber: 8096,
      CompletedInstallations: [],
      CanSelfRestart: true,
      CanSelfUpdate: false,
      CanLaunchWebBrowser: false,
      ProgramDataPath: '/config',
      HttpServerPortNumber: 8096,
      SupportsHttps: false,
      HttpsPortNumber: 8920,
      HasUpdateAvailable: false,
      SupportsAutoRunAtStartup: false,
      HardwareAccelerationRequiresPremiere: true,
    }),
  )
}

function stockHousehold(accounts: EmbyAccounts, library: EmbyLibrary): void {
  const movies = library.addFolder('Movies', 'movies', '/media/movies')
  library.addFolder('Shows', 'tvshows', '/media/tv')
  library.addFolder('Music', 'music', '/media/music')
  accounts.add('marlow', { administrator: true, password: 'lantern-and-key' })
  accounts.add('ellen', { password: 'quiet-harbour' })
  accounts.add('kids', { folders: [movies.guid] })
  accounts.add('old lodger', { password: 'gone-away', disabled: true })
  for (const id of [MOVIE.with_file, MOVIE.above_pg_cap, MOVIE.non_english]) library.addMovie(id)
  for (const id of [SHOW.harbour_nine, SHOW.running, SHOW.with_specials]) library.addShow(id)
}
