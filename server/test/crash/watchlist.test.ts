import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOVIE, SHOW, startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '#compose/index.ts'
import { usernameFor } from '#features/library-webhooks/webhook-rules.ts'
import { sha256 } from '#kit/crypto.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { crashEverywhere, fingerprintOf, openApp, openWithAdmin } from './prepared-server.ts'

/** Longer than it takes the show to begin. */
const LATER_MS = 40 * 86_400_000

/** A data folder to copy: a show on a watchlist that begins in thirty days, and whose first season is to be requested. */
async function prepare() {
  const world = await startWorld({ products: ['tmdb', 'trakt', 'sonarr', 'radarr'] })
  const data = join(folder, 'prepared')
  const { app, ask, env, token } = await openWithAdmin(data, world)
  const { url, api_key } = world.sonarr
  const library = { service_type: 'tv_manager', name: 'Series', url, api_key }
  await ask({ method: 'POST', path: '/api/admin/instances', body: library, token })
  const allowed = { next_seasons_allowed: true }
  await ask({ method: 'PUT', path: '/api/admin/watchlist-settings', body: allowed, token })
  const wishes = { request_next_seasons: true, tell: { arrived: false } }
  await ask({ method: 'PUT', path: `/api/me/watchlist/tv/${SHOW.upcoming}`, body: wishes, token })
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, env, token }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** From there: a movie on the watchlist that no library could take so far, and a library for movies since. */
async function prepareMovie({ world, data: before, env, token }: Prepared) {
  const data = join(folder, 'movie')
  cpSync(before, data, { recursive: true })
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const wishes = { tell: { released: false } }
  await ask({ method: 'PUT', path: `/api/me/watchlist/movie/${MOVIE.absent}`, body: wishes, token })
  await ask({ method: 'DELETE', path: `/api/me/watchlist/tv/${SHOW.upcoming}`, token })
  await app.jobs.settle()
  const { url, api_key } = world.radarr
  const library = { service_type: 'movie_manager', name: 'Movies', url, api_key }
  const { id } = await ask({ method: 'POST', path: '/api/admin/instances', body: library, token })
  await app.jobs.settle()
  const credential_hash = sha256('secret')
  await app.database.transaction(tx =>
    tx.updateTable('instance_webhooks').set({ credential_hash }).where('instance_id', '=', id).execute(),
  )
  await app.close()
  const basic = Buffer.from(`${usernameFor(credential_hash)}:secret`).toString('base64')
  /** As the library reports it, each time the same import. */
  const arrive = async ({ http }: Pick<App, 'http'>) =>
    http.inject({
      method: 'POST',
      url: `/api/webhooks/library/${id}`,
      headers: { authorization: `Basic ${basic}` },
      payload: { eventType: 'Download', movie: { title: 'It', tmdbId: MOVIE.absent }, downloadId: 'd1' },
    })
  return { folder, data, env, arrive }
}

/** What each start after a crash has told in the end, whatever it needs to be told again. */
async function expectToldOnce(
  { env }: { env: Record<string, string> },
  crashes: readonly { data: string }[],
  { watch, later_ms, again }: { watch: string; later_ms: number; again?: (app: App) => Promise<unknown> },
) {
  // Between the writes of one transaction the disk stays as it was: one start stands for all of them.
  const moments = new Map(crashes.map(({ data }, place) => [fingerprintOf(data), { data, place }]))
  expect(moments.size).toBeGreaterThan(2)
  for (const { data, place } of moments.values()) {
    const { app } = await openApp(data, undefined, env)
    app.clock.stepWallClock(later_ms)
    await app.start()
    await again?.(app)
    for (let i = 0; i < 3; i += 1) {
      app.clock.stepWallClock(61_000)
      await app.jobs.settle()
    }
    const told = await app.database.read.selectFrom('inbox_entries').select(['type', 'data']).execute()
    await app.close()
    const watched = told.filter(one => one.type === 'watched_movie')
    expect(
      watched.map(one => JSON.parse(one.data).watch),
      `killed before write ${place + 1}`,
    ).toEqual([watch])
  }
}

let folder: string
let prepared: Prepared
let with_movie: Awaited<ReturnType<typeof prepareMovie>>

beforeAll(async () => {
  folder = lastingFolder('foyer-watchlist-')
  prepared = await prepare()
  with_movie = await prepareMovie(prepared)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

it('killed between any two writes, the watch tells of a release once and requests a season once', async () => {
  const { crashes } = await crashEverywhere(prepared, {
    name: 'watch',
    order: async app => {
      ;(app as Awaited<ReturnType<typeof openApp>>['app']).clock.stepWallClock(LATER_MS)
    },
    note: () => null,
    with_jobs: true,
  })
  // Between the writes of one transaction the disk stays as it was: one start stands for all of them.
  const moments = new Map(crashes.map(({ data }, place) => [fingerprintOf(data), { data, place }]))
  expect(moments.size).toBeGreaterThan(4)
  for (const { data, place } of moments.values()) {
    const { app } = await openApp(data, undefined, prepared.env)
    app.clock.stepWallClock(LATER_MS)
    await app.start()
    for (let i = 0; i < 3; i += 1) {
      app.clock.stepWallClock(61_000)
      await app.jobs.settle()
    }
    const { read } = app.database
    const told = await read.selectFrom('inbox_entries').select('type').execute()
    const requests = await read.selectFrom('requests').select(['tmdb_id', 'seasons']).execute()
    await app.close()
    expect(
      [told.filter(one => one.type === 'watched_show'), requests],
      `killed before write ${place + 1}`,
    ).toEqual([[{ type: 'watched_show' }], [{ tmdb_id: SHOW.upcoming, seasons: '[1]' }]])
  }
})

/** Longer than the watch waits before it looks again at what could not be requested. */
const NEXT_CHECK_MS = 7 * 3_600_000

it('killed between any two writes, it tells once that a movie can be requested', async () => {
  const { crashes } = await crashEverywhere(with_movie, {
    name: 'askable',
    order: async app => {
      ;(app as Awaited<ReturnType<typeof openApp>>['app']).clock.stepWallClock(NEXT_CHECK_MS)
    },
    note: () => null,
    with_jobs: true,
  })
  await expectToldOnce(with_movie, crashes, { watch: 'askable', later_ms: NEXT_CHECK_MS })
})

it('killed between any two writes, it tells once that a movie arrived', async () => {
  const { arrive } = with_movie
  const { crashes } = await crashEverywhere(with_movie, {
    name: 'arrived',
    order: arrive,
    note: () => null,
    with_jobs: true,
  })
  await expectToldOnce(with_movie, crashes, { watch: 'arrived', later_ms: 0, again: arrive })
})
