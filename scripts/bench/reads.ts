import { join } from 'node:path'
import { openSqlite } from '../../server/src/db/sqlite.ts'
import { seedRequests } from '../../server/test/support/seed-requests.ts'
import { MOVIE, startWorld } from '../../simulators/src/index.ts'
import { type Comparison, compare, middleOf, type Target } from './load.ts'
import { type Call, caller, invite, signUp } from './people.ts'
import { type Running, startProcess } from './processes.ts'
import { measureSessionCheck, SESSION_CHECK_AT_MOST, type SessionCheckCost } from './session-check.ts'

const LISTENING = /listening (\d+)/
const OPEN = 'cached 20 KB, open'
const GUARDED = 'cached 20 KB behind a session check'
const LIST = '/api/discover/movies/popular'
const DETAIL = `/api/media/movie/${MOVIE.with_file}`
const SEARCH = '/api/search?query=the'
/** Rows behind the request lists; a fifth of them waits for approval. */
const LISTED = 200
const PENDING = 40

/** Compiled code differs by up to a seventh from one process to the next, so each case is measured in several. */
const PROCESSES = 3

export interface ReadMeasures {
  /** The middle one of all processes. */
  cases: (Comparison & { lowest: number; highest: number })[]
  session_check: SessionCheckCost
  /** Resident memory once every read of this part was loaded: the middle one of all processes, and the largest. */
  loaded_mb: number
  most_loaded_mb: number
}

interface Parts {
  start: (env: Record<string, string>) => Promise<Running>
  data: string
}

/** A kids account: every answer for it passes the content filter. */
async function signUpKid(server: Running, asAdmin: Call): Promise<string> {
  const { access_token, user } = await invite(server, asAdmin, 'kid')
  const policy = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
  await asAdmin('PUT', `/api/admin/users/${user.id}/content-policy`, policy)
  return access_token
}

/** Requests of one member for movies of one library, the first of them pending. */
async function seedLists(file: string, user_id: number, instance_id: string): Promise<void> {
  const database = openSqlite(file)
  await seedRequests(database, LISTED, { user_id, instance_id })
  await database.transaction(async tx => {
    await tx
      .updateTable('requests')
      .set({ decision: 'pending', approval_required: 1 })
      .where('id', '<=', PENDING)
      .execute()
    await tx
      .updateTable('request_deliveries')
      .set({ state: 'approval', code: null })
      .where('request_id', '<=', PENDING)
      .execute()
    await tx
      .insertInto('instance_grants')
      .values({ user_id, instance_id, created_at: '2026-11-15T09:00:00.000Z' })
      .execute()
  })
  await database.close()
}

/** Accounts, one movie library and the rows of the lists; the server is stopped while they are written. */
async function prepare({ start, data }: Parts, radarr: { url: string; api_key: string }) {
  const server = await start({})
  const { access_token: admin } = await signUp(server)
  const asAdmin = caller(server, admin)
  const kid = await signUpKid(server, asAdmin)
  const member = await invite(server, asAdmin, 'member')
  const form = { service_type: 'movie_manager', name: 'Movies', url: radarr.url, api_key: radarr.api_key }
  const { id } = (await asAdmin('POST', '/api/admin/instances', form)) as { id: string }
  await server.stop()
  await seedLists(join(data, 'foyer.db'), member.user.id, id)
  return { admin, kid, member: member.access_token }
}

/** The same number of bytes from a server that does nothing else. */
async function againstBare(name: string, ours: Target): Promise<Comparison> {
  const answer = await fetch(ours.url, { headers: ours.headers ?? {} })
  if (!answer.ok) throw new Error(`${ours.url} answered ${answer.status}`)
  const size = (await answer.arrayBuffer()).byteLength
  const bare = await startProcess(['scripts/bench/bare-server.ts', String(size)], {}, LISTENING)
  try {
    return await compare(name, ours, `http://127.0.0.1:${bare.port}/`, { rounds: 1, seconds: 4 })
  } finally {
    await bare.stop()
  }
}

type Tokens = Awaited<ReturnType<typeof prepare>>

/** Every hot read. */
function targetsOf({ port }: Running, tokens: Tokens): Record<string, Target> {
  const open = (path: string): Target => ({ url: `http://127.0.0.1:${port}${path}` })
  const as = (who: keyof Tokens, path: string): Target => ({
    ...open(path),
    headers: { authorization: `Bearer ${tokens[who]}` },
  })
  return {
    [OPEN]: open('/api/bench/open'),
    [GUARDED]: as('admin', '/api/bench/guarded'),
    'GET /api/auth/me (reads a row)': as('admin', '/api/auth/me'),
    'GET /api/auth/status': open('/api/auth/status'),
    'a warm list': as('admin', LIST),
    'a warm list for a kid': as('kid', LIST),
    'a warm detail': as('admin', DETAIL),
    'a warm detail for a kid': as('kid', DETAIL),
    'a warm search': as('admin', SEARCH),
    'history, 20 of 200 requests': as('admin', '/api/admin/requests/history?limit=20'),
    'own list, 200 requests': as('member', '/api/requests'),
    'pending queue, 40 requests': as('admin', '/api/admin/requests'),
  }
}

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

function summarise(comparisons: readonly Comparison[]): ReadMeasures['cases'][number] {
  const ratios = comparisons.map(({ ratio }) => ratio)
  return { ...middleOf(comparisons), lowest: Math.min(...ratios), highest: Math.max(...ratios) }
}

/** Every hot read against bare `node:http`, and the memory that all of them leave behind. */
export async function measureReads(parts: Parts): Promise<ReadMeasures> {
  // Asked once for each answer; from then on it only has to be there.
  const world = await startWorld({ products: ['tmdb', 'radarr'] })
  const tokens = await prepare(parts, world.radarr)
  const providers = { APP_TMDB_URL: `${world.tmdb.url}/3`, APP_TMDB_API_KEY: world.tmdb.api_key }
  const found = new Map<string, Comparison[]>()
  const loaded: number[] = []
  let session_check: SessionCheckCost | undefined
  for (let i = 0; i < PROCESSES; i += 1) {
    const foyer = await parts.start(providers)
    try {
      const targets = targetsOf(foyer, tokens)
      for (const [name, target] of Object.entries(targets)) {
        found.set(name, [...(found.get(name) ?? []), await againstBare(name, target)])
      }
      const { [OPEN]: open, [GUARDED]: guarded } = targets
      if (open && guarded) session_check ??= await measureSessionCheck(guarded, open.url)
      loaded.push(Math.round(foyer.resident_mb()))
    } finally {
      await foyer.stop()
    }
  }
  await world.close()
  if (!session_check) throw new Error('no process was measured')
  const cases = [...found.values()].map(summarise)
  return { cases, session_check, loaded_mb: middle(loaded), most_loaded_mb: Math.max(...loaded) }
}

export function describeReads({ cases, session_check, loaded_mb, most_loaded_mb }: ReadMeasures): string[] {
  const { share, guarded_per_second, open_per_second } = session_check
  return [
    ...cases.map(
      ({ name, ratio, lowest, highest, ours, bare }) =>
        `${name}: ${ratio.toFixed(2)} of bare, ${lowest.toFixed(2)} to ${highest.toFixed(2)} ` +
        `(${Math.round(ours.per_second)} against ` +
        `${Math.round(bare.per_second)} per second), p50 ${ours.p50_ms} ms, p99 ${ours.p99_ms} ms, ${ours.failures} failures`,
    ),
    `session check: ${share.toFixed(2)} of a cached answer, at most ${SESSION_CHECK_AT_MOST.toFixed(2)} ` +
      `(${guarded_per_second} with it against ${open_per_second} per second without)`,
    `after the load ${loaded_mb} MB resident, at most ${most_loaded_mb}`,
  ]
}
