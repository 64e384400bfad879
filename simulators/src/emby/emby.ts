import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { json, text } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import { createSimServer } from '../kit/sim-server.ts'
import type { Route } from '../media-server/access.ts'
import type { MediaAccounts } from '../media-server/accounts.ts'
import {
  type MediaServer,
  type MediaServerOptions,
  presentMediaServer,
} from '../media-server/media-server.ts'
import { createEmbyAccess, createRoute, invalidToken, sentence } from './emby-access.ts'
import { createEmbyAccounts } from './emby-accounts.ts'
import { createEmbyLibrary, type EmbyLibrary, routeLibrary } from './emby-library.ts'
import { routeUsers } from './emby-user-routes.ts'

/** Its API answers under `/emby`, and without it too. */
export interface Emby extends MediaServer {
  readonly library: EmbyLibrary
}

/** Emby Server as emby.md describes it. */
export async function startEmby(options: MediaServerOptions): Promise<Emby> {
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
  stockAccounts(accounts, library)
  await server.listen()

  return { ...presentMediaServer(server, { api_key, accounts, sessions: access.sessions }), library }
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

function stockAccounts(accounts: MediaAccounts, library: EmbyLibrary): void {
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
