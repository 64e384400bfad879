import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOVIE, startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setRemediation } from '#test/issue-calls.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { crashEverywhere, fingerprintOf, openApp } from './prepared-server.ts'

/** A data folder to copy: a library with a stuck download that no watch has seen yet. */
async function prepare() {
  const world = await startWorld({ products: ['radarr'] })
  const movie = world.radarr.addMovie(MOVIE.requested)
  const { download_id } = world.radarr.startDownload(movie.id)
  world.radarr.stickDownload(download_id, 'Sample')
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const { url, api_key } = world.radarr
  const body = { service_type: 'movie_manager', name: 'Movies', url, api_key }
  await ask({ method: 'POST', path: '/api/admin/instances', body, token })
  await setRemediation(app, { observation_min_minutes: 0, observation_quiet_minutes: 0 })
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, token }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-issue-watch-')
  prepared = await prepare()
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

it('killed between any two writes, the watch opens a problem once and tells of it once (2/4.9)', async () => {
  const { crashes } = await crashEverywhere(prepared, {
    name: 'watch',
    order: async app => {
      ;(app as Awaited<ReturnType<typeof openApp>>['app']).clock.advance(61_000)
    },
    note: () => null,
    with_jobs: true,
  })
  // Between the writes of one transaction the disk stays as it was: one start stands for all of them.
  const moments = new Map(crashes.map(({ data }, place) => [fingerprintOf(data), { data, place }]))
  expect(moments.size).toBeGreaterThan(2)
  for (const { data, place } of moments.values()) {
    const { app, ask } = await openApp(data)
    await app.start()
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance(61_000)
      await app.jobs.settle()
    }
    const { token } = prepared
    const { issues } = await ask({ method: 'GET', path: '/api/admin/issues', token })
    const told = await app.database.read
      .selectFrom('inbox_entries')
      .select('type')
      .where('type', '=', 'issue_created')
      .execute()
    await app.close()
    expect([issues, told], `killed before write ${place + 1}`).toMatchObject([
      [{ status: 'open', occurrences: 1, problem_kind: 'sample_file' }],
      [{ type: 'issue_created' }],
    ])
  }
})
