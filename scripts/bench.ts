import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MOVIE, startWorld } from '../simulators/src/index.ts'
import { drawChart } from './bench/chart.ts'
import { describeDownloads, measureDownloads } from './bench/downloads.ts'
import { describeLibrary, measureBookLibrary, measureMusicLibrary } from './bench/libraries.ts'
import { type Comparison, compare, type Target } from './bench/load.ts'
import { type Call, caller, invite, signUp } from './bench/people.ts'
import { type Running, SERVER_FLAGS, startProcess } from './bench/processes.ts'
import { describeRequests, measureRequests } from './bench/requests.ts'
import { describeStreams, measureStreams } from './bench/streams.ts'
import { measureSessionCheck, SESSION_CHECK_AT_MOST, type SessionCheckCost } from './bench/session-check.ts'
import { bundle } from './bundle.ts'
import { ensureBuilt } from './stamp.js'

/** `npm run bench`: ratios within one run on one machine, and facts of the built server. Nothing asserts a time. */
const ANSWER_BYTES = 20_480
const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const env = (name: string) => ({
  APP_DATA_DIR: join(folder, name),
  APP_BIND: '127.0.0.1',
  APP_LOG_LEVEL: 'warn',
  PORT: '0',
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** From spawn to the first answered request, twice: cold, and with the compile cache filled. */
async function measureStart(): Promise<{ first_answer_ms: number[]; idle_mb: number }> {
  const first_answer_ms: number[] = []
  let idle_mb = 0
  for (let i = 0; i < 3; i += 1) {
    const began = performance.now()
    const server = await startProcess(
      [...SERVER_FLAGS, 'scripts/start.js'],
      env('start'),
      /http:\/\/[^:]+:(\d+)/,
    )
    await fetch(`http://127.0.0.1:${server.port}/api/auth/status`)
    first_answer_ms.push(Math.round(performance.now() - began))
    await new Promise(resolve => setTimeout(resolve, 3000))
    idle_mb = server.resident_mb()
    await server.stop()
  }
  return { first_answer_ms, idle_mb: Math.round(idle_mb) }
}

const LISTENING = /listening (\d+)/

/** The same number of bytes from a server that does nothing else. */
async function againstBare(name: string, ours: Target): Promise<Comparison> {
  const answer = await fetch(ours.url, { headers: ours.headers ?? {} })
  const size = (await answer.arrayBuffer()).byteLength
  const bare = await startProcess(['scripts/bench/bare-server.ts', String(size)], {}, LISTENING)
  try {
    return await compare(name, ours, `http://127.0.0.1:${bare.port}/`)
  } finally {
    await bare.stop()
  }
}

/** Whose every answer passes the content filter. */
async function signUpKid(server: Running, asAdmin: Call): Promise<string> {
  const { access_token, user } = await invite(server, asAdmin, 'kid')
  const policy = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
  await asAdmin('PUT', `/api/admin/users/${user.id}/content-policy`, policy)
  return access_token
}

const LIST = '/api/discover/movies/popular'
const DETAIL = `/api/media/movie/${MOVIE.with_file}`

interface Measured {
  cases: Comparison[]
  session_check: SessionCheckCost
  loaded_mb: number
}

async function measureCases(): Promise<Measured> {
  await bundle('scripts/bench/foyer-server.ts', join('dist', 'bench', 'foyer-server.js'))
  // Asked once for each answer; from then on it only has to be there.
  const world = await startWorld({ products: ['tmdb'] })
  const providers = { APP_TMDB_URL: `${world.tmdb.url}/3`, APP_TMDB_API_KEY: world.tmdb.api_key }
  const foyer = await startProcess(
    [...SERVER_FLAGS, 'dist/bench/foyer-server.js', String(ANSWER_BYTES)],
    { ...env('load'), ...providers },
    LISTENING,
  )
  try {
    const { access_token: admin } = await signUp(foyer)
    const kid = await signUpKid(foyer, caller(foyer, admin))
    const open = (path: string) => ({ url: `http://127.0.0.1:${foyer.port}${path}` })
    const as = (token: string) => (path: string) => ({
      ...open(path),
      headers: { authorization: `Bearer ${token}` },
    })
    const signedIn = as(admin)
    const asKid = as(kid)
    const cases = [
      await againstBare('cached 20 KB, open', open('/api/bench/open')),
      await againstBare('cached 20 KB behind a session check', signedIn('/api/bench/guarded')),
      await againstBare('GET /api/auth/me (reads a row)', signedIn('/api/auth/me')),
      await againstBare('a warm list', signedIn(LIST)),
      await againstBare('a warm list for a kid', asKid(LIST)),
      await againstBare('a warm detail', signedIn(DETAIL)),
      await againstBare('a warm detail for a kid', asKid(DETAIL)),
    ]
    const session_check = await measureSessionCheck(
      signedIn('/api/bench/guarded'),
      open('/api/bench/open').url,
    )
    return { cases, session_check, loaded_mb: Math.round(foyer.resident_mb()) }
  } finally {
    await foyer.stop()
    await world.close()
  }
}

ensureBuilt()
const start = await measureStart()
print(`first answer after ${start.first_answer_ms.join(', ')} ms; idle ${start.idle_mb} MB resident`)
const { cases, session_check, loaded_mb } = await measureCases()
for (const { name, ratio, ours, bare } of cases) {
  print(
    `${name}: ${ratio.toFixed(2)} of bare (${Math.round(ours.per_second)} against ${Math.round(bare.per_second)} per second), ` +
      `p50 ${ours.p50_ms} ms, p99 ${ours.p99_ms} ms, ${ours.failures} failures`,
  )
}
print(
  `session check: ${session_check.share.toFixed(2)} of a cached answer, at most ${SESSION_CHECK_AT_MOST.toFixed(2)} ` +
    `(${session_check.guarded_per_second} with it against ${session_check.open_per_second} per second without)`,
)
print(`after the load ${loaded_mb} MB resident`)
const startFoyer = (name: string) => () =>
  startProcess([...SERVER_FLAGS, 'dist/bench/foyer-server.js', String(ANSWER_BYTES)], env(name), LISTENING)
const requests = await measureRequests(startFoyer('requests'), env('requests').APP_DATA_DIR)
for (const line of describeRequests(requests)) print(line)
const book_library = await measureBookLibrary(startFoyer('books'))
for (const line of describeLibrary('book records', book_library)) print(line)
const music_library = await measureMusicLibrary(startFoyer('music'))
for (const line of describeLibrary('albums', music_library)) print(line)
const startWith = (name: string) => (more: Record<string, string>) =>
  startProcess(
    [...SERVER_FLAGS, 'dist/bench/foyer-server.js', String(ANSWER_BYTES)],
    { ...env(name), ...more },
    LISTENING,
  )
const downloads = await measureDownloads(startWith('downloads'))
for (const line of describeDownloads(downloads)) print(line)
const streams = await measureStreams(startWith('streams'))
for (const line of describeStreams(streams)) print(line)
mkdirSync('docs/bench', { recursive: true })
writeFileSync(
  'docs/bench/latest.json',
  `${JSON.stringify({ start, loaded_mb, session_check, cases, requests, book_library, music_library, downloads, streams }, null, 2)}\n`,
)
writeFileSync('docs/bench/throughput.svg', drawChart(cases))
rmSync(folder, { recursive: true, force: true })
