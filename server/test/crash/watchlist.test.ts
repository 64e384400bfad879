import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { SHOW, startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { crashEverywhere, fingerprintOf, openApp } from './prepared-server.ts'

/** Longer than it takes the show to begin. */
const LATER_MS = 40 * 86_400_000

/** A data folder to copy: a show on a watchlist that begins in thirty days, and whose first season is to be requested. */
async function prepare() {
  const world = await startWorld({ products: ['tmdb', 'trakt', 'sonarr'] })
  const env = {
    APP_TMDB_URL: `${world.tmdb.url}/3`,
    APP_TMDB_API_KEY: world.tmdb.api_key,
    APP_TRAKT_URL: world.trakt.url,
    APP_TRAKT_CLIENT_ID: world.trakt.client_id,
  }
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const { url, api_key } = world.sonarr
  const library = { service_type: 'tv_manager', name: 'Series', url, api_key }
  await ask({ method: 'POST', path: '/api/admin/instances', body: library, token })
  const allowed = { next_seasons_allowed: true }
  await ask({ method: 'PUT', path: '/api/admin/watchlist-settings', body: allowed, token })
  const wishes = { request_next_seasons: true, tell: { arrived: false } }
  await ask({ method: 'PUT', path: `/api/me/watchlist/tv/${SHOW.upcoming}`, body: wishes, token })
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, env }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-watchlist-')
  prepared = await prepare()
}, 60_000)
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

it('killed between any two writes, the watch tells of a release once and requests a season once', {
  timeout: 180_000,
}, async () => {
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
