import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type DemoWorld,
  MINUTE_MS,
  openDemoWorld,
  SECOND_MS,
  startSetTopHelper,
  stockDemoWorld,
} from '../../simulators/src/index.ts'
import { bundle } from '../bundle.ts'
import { placeBoxes } from './boxes.ts'
import { createDemoClock, type DemoClock } from './demo-clock.ts'
import { layOutMovies, MOVIES_AT } from './files.ts'
import { makeHistory } from './history.ts'
import { ARRIVES_FIRST, findTitle, PAST_REQUESTS, UNDER_WAY } from './past-requests.ts'
import type { startPastServer } from './past-server.ts'
import { startServer } from './server.ts'

/** How long after the demo is ready the first title arrives. */
const FIRST_ARRIVAL_MS = 25 * SECOND_MS
/** How long the library of 4K movies cannot look anything up. */
const TROUBLE_MS = 15 * MINUTE_MS

export interface Demo {
  /** With a trailing slash. */
  url: string
  world: DemoWorld
  stop(): Promise<void>
}

interface DemoOptions {
  port: string
  /** The built server. */
  program?: string
  startPast: typeof startPastServer
  /** Where everything lies until it stops. */
  folder?: string
}

/** An invented world, and a Foyer that has lived in it for five months. Nothing of it is kept. */
export async function startDemo({
  port,
  program = 'dist/server/main.js',
  startPast,
  folder = mkdtempSync(join(tmpdir(), 'foyer-demo-')),
}: DemoOptions): Promise<Demo> {
  const clock = createDemoClock()
  const empty = await openDemoWorld({ now: clock.now })
  const files = join(folder, 'files')
  mkdirSync(files)
  const boxes = await startSetTopHelper()
  placeBoxes(boxes)
  const env = { ...environmentOf(empty, { port, folder, files }), APP_SETTOP_HELPER: boxes.path }

  try {
    await liveThroughPast({
      world: empty,
      clock,
      files,
      port,
      past: await startPast({ ...env, APP_LOG_LEVEL: 'error' }, clock.now),
    })
    const world = stockDemoWorld(
      empty,
      new Set(PAST_REQUESTS.map(({ wants }) => findTitle(empty, wants).key)),
    )
    await layOutMovies(files, world.radarr)
    const server = await startServer(program, env)
    startDownloads(world)
    const trouble = setTimeout(() => world.radarr4k.loseMetadata(false), TROUBLE_MS).unref()
    return {
      url: server.url,
      world,
      async stop() {
        clearTimeout(trouble)
        await server.stop()
        await world.close()
        await boxes.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await empty.close()
    await boxes.close()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

interface Past {
  world: DemoWorld
  clock: DemoClock
  files: string
  port: string
  past: Awaited<ReturnType<DemoOptions['startPast']>>
}

async function liveThroughPast({ world, clock, files, port, past }: Past): Promise<void> {
  const base = `http://127.0.0.1:${port}/`
  const movieFiles = { source_path: MOVIES_AT, local_path: files }
  try {
    await makeHistory({ base, clock, world, movieFiles, settle: past.settle })
  } finally {
    await past.stop()
  }
}

/** Two of the requests are found now: one arrives within the first minute, one takes its time. */
function startDownloads({ radarr, catalogue }: DemoWorld): void {
  const start = (title: string, duration_ms: number, left_ms: number) => {
    const movie = radarr.movie(catalogue.movies.find(one => one.title === title)?.id ?? 0)
    if (!movie) throw new Error(`${title} is not in the library of the demo.`)
    radarr.startDownload(movie.id, { duration_ms, progress: 1 - left_ms / duration_ms })
  }
  start(ARRIVES_FIRST.named, 5 * MINUTE_MS, FIRST_ARRIVAL_MS)
  start(UNDER_WAY.named, 20 * MINUTE_MS, 9 * MINUTE_MS)
}

function environmentOf(
  world: DemoWorld,
  { port, folder, files }: { port: string; folder: string; files: string },
): Record<string, string> {
  return {
    PORT: port,
    APP_DATA_DIR: join(folder, 'data'),
    APP_MEDIA_ROOTS: files,
    APP_SERVER_NAME: 'The Larches',
    APP_LOG_LEVEL: 'warn',
    APP_LIBRARY_CALLBACK_URL: `http://127.0.0.1:${port}`,
    APP_TMDB_URL: `${world.tmdb.url}/3`,
    APP_TMDB_API_KEY: world.tmdb.api_key,
    APP_TMDB_IMAGE_URL: `${world.tmdb.url}/t/p`,
    APP_PLEX_TV_URL: world.plexTv.url,
    APP_TRAKT_URL: world.trakt.url,
    APP_TRAKT_CLIENT_ID: world.trakt.client_id,
    APP_TRAKT_IMAGES_URL: world.trakt.images_url,
    APP_MUSICBRAINZ_URL: `${world.musicbrainz.url}/ws/2`,
    APP_LISTENBRAINZ_URL: world.listenbrainz.url,
    APP_COVERART_URL: world.coverart.url,
    APP_COVERART_STORAGE_HOSTS: world.coverart.storage_host,
    APP_HARDCOVER_URL: world.hardcover.url,
    APP_HARDCOVER_CDN_URL: world.hardcover.cdn_url,
    APP_HARDCOVER_CLIENT_ID: world.hardcover.client_id,
    APP_PUSH_GATEWAY_URL: world.pushGateway.url,
    APP_DISCORD_URL: world.discord.url,
    APP_TELEGRAM_URL: world.telegram.url,
    APP_PRIVATE_DESTINATIONS: new URL(world.ntfy.url).host,
    APP_OPENAI_URL: world.models.urls.openai,
    APP_ANTHROPIC_URL: world.models.urls.anthropic,
    APP_GEMINI_URL: world.models.urls.gemini,
    APP_XAI_URL: world.models.urls.grok,
    APP_OAUTH_A_URL: world.modelAccounts.urls.a,
    APP_OAUTH_A_CLIENT_ID: world.modelAccounts.client_ids.a,
    APP_OAUTH_A_USAGE_PATH: '/usage',
    APP_OAUTH_B_URL: world.modelAccounts.urls.b,
    APP_OAUTH_B_CLIENT_ID: world.modelAccounts.client_ids.b,
  }
}

/** One file, made once for each build: from hundreds of sources it would start seconds later. */
export async function loadPastServer(): Promise<DemoOptions['startPast']> {
  const file = resolve('dist/demo', `past-${readFileSync('dist/stamp', 'utf8').slice(0, 16)}.mjs`)
  if (!existsSync(file)) {
    rmSync('dist/demo', { recursive: true, force: true })
    await bundle('scripts/demo/past-server.ts', file)
  }
  const loaded: { startPastServer: DemoOptions['startPast'] } = await import(pathToFileURL(file).href)
  return loaded.startPastServer
}
