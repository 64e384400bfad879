import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { expect } from 'vitest'
import { type App, compose, type Overrides } from '#compose/index.ts'
import { readConfig } from '#config'
import type { Db } from '#db/database.ts'
import type { Observer } from '#db/faults.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'

/** What changes the database: between two of these a crash can be seen. */
const WRITES = /^(insert|update|delete|commit)\b/i
/** What a dead process leaves on the disk; the shared index beside them is made anew. */
const FILES = ['foyer.db', 'foyer.db-wal', 'encryption.key']

export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  /** Instead of a body. */
  form?: Record<string, string>
  token?: string
  cookie?: string
}

/** The whole server on a data folder, at an address where managers reach it. */
export async function openApp(
  data: string,
  observe?: Observer,
  env: Record<string, string> = {},
  replaced: Pick<Partial<Overrides>, 'ai_models'> = {},
) {
  const overrides = {
    clock: createTestClock(),
    log: createTestLog(),
    ...(observe && { observe }),
    ...replaced,
  }
  const app = await compose(readConfig({ APP_DATA_DIR: data, ...env }), overrides)
  const host = (await app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http://', '')
  const send = ({ method, path, body, form, token, cookie }: Ask) => {
    const headers = {
      host,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const payload = form ? new URLSearchParams(form).toString() : body
    return app.http.inject({ method, url: path, headers, ...(payload && { payload }) })
  }
  const ask = async (order: Ask) => {
    const answer = await send(order)
    const { location } = answer.headers
    if (order.form && answer.statusCode === 302 && location) return { location }
    expect([order.path, Math.floor(answer.statusCode / 100)]).toEqual([order.path, 2])
    return answer.json()
  }
  return { app: { ...app, clock: overrides.clock }, ask, send }
}

/** Where the metadata providers of a world are. */
interface Providers {
  tmdb: { url: string; api_key: string }
  trakt: { url: string; client_id: string }
}

/** The same on an empty folder, started, with these providers and its first admin. */
export async function openWithAdmin(data: string, { tmdb, trakt }: Providers) {
  const env = {
    APP_TMDB_URL: `${tmdb.url}/3`,
    APP_TMDB_API_KEY: tmdb.api_key,
    APP_TRAKT_URL: trakt.url,
    APP_TRAKT_CLIENT_ID: trakt.client_id,
  }
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  return { app, ask, env, token }
}

/** A data folder to copy: an admin, an invited kid with grants, and two libraries with their webhooks. */
export async function prepareServer(folder: string) {
  const world = await startWorld({ products: ['radarr', 'radarr4k', 'sonarr'] })
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const add = async (name: string, { url, api_key }: { url: string; api_key: string }): Promise<string> => {
    const body = { service_type: 'movie_manager', name, url, api_key }
    return (await ask({ method: 'POST', path: '/api/admin/instances', body, token })).id
  }
  const [movies, movies4k] = [await add('Movies', world.radarr), await add('4K', world.radarr4k)]
  await app.jobs.settle()
  const invite = { method: 'POST', path: '/api/admin/connect-token', body: { name: 'bob' }, token } as const
  const { user_id, link }: { user_id: number; link: string } = await ask(invite)
  const user = `/api/admin/users/${user_id}`
  const put = (path: string, body: object) => ask({ method: 'PUT', path: user + path, body, token })
  await put('/instance-grants', { movie_manager: [movies] })
  await put('/default-instances', { movie_manager: movies })
  await put('/content-policy', { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' })
  await app.close()
  const connect_token = new URL(link).searchParams.get('token') ?? ''
  return { world, folder, data, token, movies, movies4k, user, user_id, connect_token }
}

export type PreparedServer = Awaited<ReturnType<typeof prepareServer>>

export interface Crash<T> {
  /** A data folder as a process that was killed there leaves it. */
  data: string
  noted: T
}

/**
 * Makes the change in a copy of the prepared server and keeps, before each of its writes, the files as they lie on the
 * disk: nothing else is left of a process that is killed at that moment. `outside` names further moments, and
 * `note` is asked at all of them.
 */
export async function crashEverywhere<T>(
  prepared: Pick<PreparedServer, 'folder' | 'data'> & {
    env?: Record<string, string>
    overrides?: Pick<Partial<Overrides>, 'ai_models'>
  },
  change: {
    name: string
    /** A call of the API, or anything else that the server does. */
    order: Ask | ((app: App) => Promise<unknown>)
    note: () => T
    outside?: (moment: () => void) => void
    /** Whether the jobs that follow from it belong to the change. */
    with_jobs?: boolean
    /** For an order that needs a provider: the way out is open only after the start. */
    started?: true
  },
) {
  const { name, order, note } = change
  const data = join(prepared.folder, name)
  cpSync(prepared.data, data, { recursive: true })
  const crashes: Crash<T>[] = []
  let counting = false
  const moment = () => {
    if (counting) crashes.push({ data: copyFiles(data, crashes.length), noted: note() })
  }
  const observe: Observer = text => WRITES.test(text) && moment()
  const { app, send } = await openApp(data, observe, prepared.env, prepared.overrides)
  if (change.started || change.with_jobs) await app.start()
  change.outside?.(moment)
  counting = true
  if (typeof order === 'function') await order(app)
  else expect((await send(order)).statusCode, order.path).toBeLessThan(400)
  if (change.with_jobs) await app.jobs.settle()
  counting = false
  await app.close()
  return { crashes, finished: data }
}

function copyFiles(data: string, number: number): string {
  const copy = `${data}-${number}`
  mkdirSync(copy)
  for (const file of FILES) if (existsSync(join(data, file))) copyFileSync(join(data, file), join(copy, file))
  return copy
}

/** Equal for data folders of the same content: between two writes of one transaction nothing reaches the disk. */
export function fingerprintOf(data: string): string {
  return FILES.map(file => hashOf(join(data, file))).join()
}

/** Empty without the file. A log goes at any moment: when the last statement on it is collected as garbage. */
function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** What the next start finds. */
export async function readStored<T>(data: string, read: (db: Db) => Promise<T>): Promise<T> {
  const database = openSqlite(join(data, 'foyer.db'))
  try {
    return await read(database.read)
  } finally {
    await database.close()
  }
}
