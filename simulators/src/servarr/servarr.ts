import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Answer, empty, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { createSimServer, type SimServer } from '../kit/sim-server.ts'
import { createTimeline, type SimClock, type Timeline } from '../kit/time.ts'
import { createDownloadClient, type DownloadClient } from './download-client.ts'
import { missing, servarrStatus } from './servarr-answers.ts'

export type App = 'Radarr' | 'Sonarr' | 'Lidarr' | 'Readarr' | 'Chaptarr'

export interface ServarrOptions {
  /** The name in a world: `radarr`, `radarr4k`. */
  name: string
  catalogue: Catalogue
  clock: SimClock
  seed: string
  instance_name?: string | undefined
  port?: number | undefined
  api_key?: string | undefined
  /** `/radarr`: requests without it get a 307 (servarr-common.md, 1). */
  url_base?: string | undefined
  journal_limit?: number | undefined
  /** Origin and path before a picture's own path, for `remoteUrl`. */
  image_base?: (() => string) | undefined
  /** How long the background part of an add takes (servarr-common.md, 10). */
  refresh_ms?: number | undefined
  /** Whether a search finds and grabs releases by itself. */
  indexers_stocked?: boolean | undefined
  root_folders?: readonly string[] | undefined
  /** How long a grabbed download takes when nobody says. */
  download_ms?: number | undefined
  /** Puts an answer into this product's own words before it leaves. */
  wording?: ((answer: Answer) => Answer) | undefined
}

/** What every library manager has; the products add their own records on top. */
export interface Servarr {
  app: App
  /** Where its API lives: `/api/v3`, or `/api/v1` (servarr-common.md, 1). */
  api: string
  instance_name: string
  api_key: string
  url_base: string
  server: SimServer
  timeline: Timeline
  random: Random
  catalogue: Catalogue
  imageBase: () => string
  refresh_ms: number
  download_ms: number
  switches: { indexers_stocked: boolean; metadata_down: boolean }
  client: DownloadClient
  nextId: (kind: string) => number
}

const API_VERSIONS: Record<App, string> = {
  Radarr: 'v3',
  Sonarr: 'v3',
  Lidarr: 'v1',
  Readarr: 'v1',
  Chaptarr: 'v1',
}
const VERSIONS: Record<App, string> = {
  Radarr: '6.0.4.10291',
  Sonarr: '4.0.19.2979',
  Lidarr: '2.14.5.4836',
  Readarr: '0.3.32.2587',
  Chaptarr: '0.9.925.0',
}
const DEFAULT_REFRESH_MS = 2000
const DEFAULT_DOWNLOAD_MS = 20 * 60 * 1000

export function createServarr(app: App, options: ServarrOptions): Servarr {
  const timeline = createTimeline(options.clock)
  const url_base = options.url_base ?? ''
  const random = createRandom(`${options.seed}:${options.name}`)
  const api_key = options.api_key ?? Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
  const counters = new Map<string, number>()
  const started = options.clock.now()

  const plainServer = createSimServer({
    name: options.name,
    port: options.port,
    journal_limit: options.journal_limit,
    now: timeline.now,
    settle: timeline.settle,
    authorise: request => (presentedKey(request) === api_key ? null : empty(401)),
    notFound: request => (request.path.includes('/api/') ? missing(request) : webPage()),
    refuse: servarrStatus,
    refuseKey: () => empty(401),
    rewrite: path => {
      if (url_base === '') return path
      if (path.startsWith(`${url_base}/`)) return path.slice(url_base.length)
      return { status: 307, headers: { location: `${url_base}${path}` } }
    },
  })

  const server = options.wording ? reworded(plainServer, options.wording) : plainServer
  const servarr: Servarr = {
    app,
    api: `/api/${API_VERSIONS[app]}`,
    instance_name: options.instance_name ?? app,
    api_key,
    url_base,
    server,
    timeline,
    random,
    catalogue: options.catalogue,
    imageBase: options.image_base ?? (() => 'http://127.0.0.1:9/t/p/original'),
    refresh_ms: options.refresh_ms ?? DEFAULT_REFRESH_MS,
    download_ms: options.download_ms ?? DEFAULT_DOWNLOAD_MS,
    switches: { indexers_stocked: options.indexers_stocked ?? false, metadata_down: false },
    client: createDownloadClient(),
    nextId(kind) {
      const id = (counters.get(kind) ?? 0) + 1
      counters.set(kind, id)
      return id
    },
  }
  routeSystem(servarr, started)
  return servarr
}

function reworded(server: SimServer, wording: (answer: Answer) => Answer): SimServer {
  return {
    ...server,
    get url() {
      return server.url
    },
    route(pattern, handler, access) {
      const worded = async (request: SimRequest) => {
        try {
          return wording(await handler(request))
        } catch (error) {
          if (error instanceof Refused) return wording(error.answer)
          throw error
        }
      }
      server.route(pattern, worded, access)
    },
  }
}

/** servarr-common.md, 1: query first, then header, then bearer; a stale query key beats a good header. */
function presentedKey(request: SimRequest): string | undefined {
  const query = request.query.get('apikey')
  if (query !== null) return query
  const header = request.headers['x-api-key']
  if (typeof header === 'string') return header
  return request.headers.authorization?.replace(/^Bearer /, '')
}

/** A path outside the API serves the web client with 200 (servarr-common.md, 2, shape 5). */
function webPage() {
  return text(
    '<!doctype html><html><head><title>Library</title></head><body></body></html>',
    200,
    'text/html',
  )
}

function routeSystem(servarr: Servarr, started: number): void {
  const { server, api, app, instance_name, url_base } = servarr
  server.route('GET /ping', () => json({ status: 'OK' }), 'open')
  server.route('GET /api', () => json({ current: API_VERSIONS[app], deprecated: [] }))
  server.route(`GET ${api}/system/status`, () =>
    json({
      appName: app,
      instanceName: instance_name,
      version: VERSIONS[app],
      buildTime: '2025-11-01T00:00:00Z',
      isDebug: false,
      isProduction: true,
      isAdmin: false,
      isUserInteractive: false,
      startupPath: `/app/${app.toLowerCase()}/bin`,
      appData: '/config',
      osName: 'alpine',
      osVersion: '3.22.1',
      isNetCore: true,
      isLinux: true,
      isOsx: false,
      isWindows: false,
      isDocker: true,
      mode: 'console',
      branch: 'master',
      authentication: 'forms',
      migrationVersion: 242,
      urlBase: url_base,
      runtimeVersion: '8.0.12',
      runtimeName: '.NET',
      startTime: `${new Date(started).toISOString().slice(0, 19)}Z`,
      packageUpdateMechanism: 'docker',
      databaseVersion: '3.49.2',
      databaseType: 'sqLite',
    }),
  )
  server.route(`GET ${api}/system/task`, () => json([]))
}
