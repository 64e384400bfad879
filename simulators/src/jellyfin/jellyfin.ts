import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { empty, json, text } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { createSimServer } from '../kit/sim-server.ts'
import { queryOf, type Route } from '../media-server/access.ts'
import { type MediaAccounts, ticks } from '../media-server/accounts.ts'
import {
  type MediaServer,
  type MediaServerOptions,
  presentMediaServer,
} from '../media-server/media-server.ts'
import { type Access, createAccess, createRoute, type Switches } from './jellyfin-access.ts'
import { createAccounts } from './jellyfin-accounts.ts'
import { routeLibrary } from './jellyfin-library-routes.ts'
import { createLibrary, type JellyfinLibrary } from './jellyfin-library.ts'
import { type QuickConnect, routeQuickConnect } from './jellyfin-quick-connect.ts'
import { routeUsers, unexplained } from './jellyfin-user-routes.ts'

export interface JellyfinOptions extends MediaServerOptions {
  /** `12.0.0`, or the previous line, which still takes the old header forms. */
  version?: '12.0.0' | '10.11.11' | undefined
}

export interface Jellyfin extends MediaServer {
  readonly library: JellyfinLibrary
  /** Start-up page, legacy header forms, Quick Connect. */
  readonly switches: Switches
  readonly quick_connect: QuickConnect
}

/** Jellyfin as jellyfin.md describes it. */
export async function startJellyfin(options: JellyfinOptions): Promise<Jellyfin> {
  const name = options.name ?? 'jellyfin'
  const seed = `${options.seed}:${name}`
  const version = options.version ?? '12.0.0'
  const now = options.clock.now
  const accounts = createAccounts(seed, now)
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
    // The web client is not part of the documented API; it reads the rest of its address itself.
    notFound: request =>
      request.path === '/web/'
        ? text('<!doctype html><title>Jellyfin</title>Jellyfin opens here.', 200, 'text/html')
        : empty(404),
    refuse: unexplained,
    refuseKey: () => empty(401),
  })
  const route = createRoute(server, access)
  const server_name = options.server_name ?? 'Den'
  routeSystem(route, { server_name, version, server_id: accounts.server_id, url: () => server.url })
  routeKeys(route, access, now)
  routeUsers({ route, access, accounts, now })
  const quick_connect = routeQuickConnect({ route, access, accounts, now })
  routeLibrary({ route, accounts, library })
  stockAccounts(accounts, library)
  await server.listen()

  const { sessions, switches } = access
  return { ...presentMediaServer(server, { api_key, accounts, sessions }), library, switches, quick_connect }
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

/** Five accounts, one of them disabled, over the titles that the fixtures have on disk. */
function stockAccounts(accounts: MediaAccounts, library: JellyfinLibrary): void {
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
