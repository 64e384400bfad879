import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoWorld } from '../simulators/src/index.ts'
import { layOutMovies } from './demo/files.ts'
import { furnish, HOUSEHOLD } from './demo/furnish.ts'
import { startServer } from './demo/server.ts'
import { ensureBuilt } from './stamp.js'

/** `npm run demo`: an invented world, and a Foyer that knows it. Nothing of it is kept. */
const PORT = process.env['PORT'] ?? '5454'

ensureBuilt()
const world = await startDemoWorld()
const folder = mkdtempSync(join(tmpdir(), 'foyer-demo-'))
const files = join(folder, 'files')
mkdirSync(files)
const server = await startServer({
  PORT,
  APP_DATA_DIR: join(folder, 'data'),
  APP_MEDIA_ROOTS: files,
  APP_SERVER_NAME: 'The Larches',
  APP_LOG_LEVEL: 'warn',
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
})
await furnish(server.url, world, await layOutMovies(files, world.radarr))

const people = HOUSEHOLD.map(
  ({ username, password, says }) => `  ${username.padEnd(8)} ${password.padEnd(20)} ${says}`,
)
process.stdout.write(
  [
    '',
    `Foyer is ready: open ${server.url}`,
    '',
    '  name     password',
    ...people,
    '',
    'The libraries behind it are simulated; downloads move and finish by themselves. Ctrl-C ends it all.',
    '',
  ].join('\n'),
)

async function stop(): Promise<void> {
  await server.stop()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
