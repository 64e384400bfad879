import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MOVIE, startWorld, type World } from '@foyer/simulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, openApp, readStored } from './prepared-server.ts'
import type { RequestOrders } from './request-orders.ts'
import { bundleChild, startChild } from './spawn.ts'

interface Prepared {
  world: World<'radarr'>
  /** Data folders to copy: before anybody asked, and with one request that waits for approval. */
  empty: string
  asked: string
  admin: string
  bob: string
}

let folder: string
let script: string
let prepared: Prepared

beforeAll(async () => {
  folder = lastingFolder('foyer-asking-')
  script = await bundleChild(folder, './child-request.ts')
  prepared = await build(join(folder, 'prepared'))
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

const create = (token: string): Ask => ({
  method: 'POST',
  path: '/api/requests',
  token,
  body: { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Soup' },
})
const approve = (token: string): Ask => ({
  method: 'POST',
  path: '/api/admin/requests/1/approve',
  token,
  body: {},
})

/** A library, an admin, and somebody who may have three movies a week and needs approval for each. */
async function build(place: string): Promise<Prepared> {
  const world = await startWorld({ products: ['radarr'] })
  const { app, ask } = await openApp(place)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const admin: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const { url, api_key } = world.radarr
  const instance = { service_type: 'movie_manager', name: 'Movies', url, api_key }
  await ask({ method: 'POST', path: '/api/admin/instances', body: instance, token: admin })
  const put = (path: string, body: object) => ask({ method: 'PUT', path, body, token: admin })
  await put('/api/admin/request-settings', { require_approval: true })
  await put('/api/admin/request-quotas', { allowances: [{ media_type: 'movie', count: 3, window_days: 7 }] })
  const invite = {
    method: 'POST',
    path: '/api/admin/connect-token',
    body: { name: 'bob' },
    token: admin,
  } as const
  const token = new URL((await ask(invite)).link).searchParams.get('token')
  const bob: string = (await ask({ method: 'POST', path: '/api/auth/connect', body: { token } })).access_token
  await app.jobs.settle()
  await app.close()
  const asked = `${place}-asked`
  cpSync(place, asked, { recursive: true })
  const second = await openApp(asked)
  await second.ask(create(bob))
  await second.app.close()
  return { world, empty: place, asked, admin, bob }
}

async function readLedger(db: Db) {
  return {
    requests: await db.selectFrom('requests').select(['id', 'decision']).execute(),
    subscribers: await db.selectFrom('request_subscribers').select(['request_id', 'cancelled_at']).execute(),
    deliveries: await db.selectFrom('request_deliveries').select(['request_id', 'state', 'code']).execute(),
    charges: await db.selectFrom('request_charges').select(['request_id', 'unit', 'refunded_at']).execute(),
    jobs: (await db.selectFrom('jobs').select('name').where('name', '=', 'deliver-request').execute()).length,
  }
}

async function readDecisions(db: Db) {
  const jobs = await db.selectFrom('jobs').select('id').where('name', '=', 'apply-request-decision').execute()
  const requests = await db.selectFrom('requests').select('decision').execute()
  const decisions = await db.selectFrom('request_decisions').select('verdict').execute()
  return {
    requests: requests.map(row => row.decision),
    decisions: decisions.map(row => row.verdict),
    jobs: jobs.length,
  }
}

const DONE = {
  requests: [{ id: 1, decision: 'approved' }],
  subscribers: [{ request_id: 1, cancelled_at: null }],
  deliveries: [{ request_id: 1, state: 'complete', code: 'requested' }],
  charges: [{ request_id: 1, unit: `${MOVIE.absent}`, refunded_at: null }],
  jobs: 0,
}

/** The next start: what was answered is not sent again, what was not is; then everything is done. */
async function goOn(data: string, was_asked: boolean): Promise<void> {
  const { app, ask } = await openApp(data)
  await app.start()
  if (!was_asked) await ask(create(prepared.bob))
  const { decision } = (await readStored(data, readLedger)).requests[0] ?? {}
  if (decision === 'pending') await ask(approve(prepared.admin))
  await app.jobs.settle()
  await app.close()
}

interface Change {
  name: string
  template: string
  order: Ask
  /** What was answered before is not sent again. */
  was_asked: boolean
}

/**
 * Wherever it dies, the next start finds the whole change or nothing of it; and from the first, a middle and
 * the last of those moments a process that was really killed goes on to the same end.
 */
async function expectOneRequest({ name, template, order, was_asked }: Change): Promise<void> {
  const { crashes, finished } = await crashEverywhere(
    { folder, data: template },
    { name, order, note: () => null },
  )
  const [before, after] = [await readStored(template, readLedger), await readStored(finished, readLedger)]
  for (const [place, { data }] of crashes.entries()) {
    const found = await readStored(data, readLedger)
    expect([before, after], `${name}, killed before write ${place + 1}`).toContainEqual(found)
  }
  expect(crashes.length).toBeGreaterThanOrEqual(4)
  for (const kill_at of [1, Math.ceil(crashes.length / 2), crashes.length]) {
    const data = join(folder, `${name}-killed-${kill_at}`)
    cpSync(template, data, { recursive: true })
    const child = startChild(script, { data, order, kill_at } satisfies RequestOrders)
    expect(await child.ended, `${name}, killed before write ${kill_at}`).toBe('SIGKILL')
    expect(child.lines).toEqual([])
    await goOn(data, was_asked)
    expect(await readStored(data, readLedger), `${name}, killed before write ${kill_at}`).toEqual(DONE)
    expect(prepared.world.radarr.movies().map(movie => movie.tmdb_id)).toEqual([MOVIE.absent])
    prepared.world.radarr.deleteMovie(prepared.world.radarr.movies()[0]?.id ?? 0)
  }
}

describe('killed before any write, one request ends as one record and one charge (1:4.8, 1:4.9.5)', () => {
  it('while it was taken', async () => {
    const { empty: template, bob } = prepared
    await expectOneRequest({ name: 'create', template, order: create(bob), was_asked: false })
  })

  it('while it was approved with a delay: the decision and its job are both there or neither, and are made when due', async () => {
    const { asked: data, admin, world } = prepared
    const order = { ...approve(admin), body: { delay_seconds: 5 } }
    const { crashes, finished } = await crashEverywhere(
      { folder, data },
      { name: 'delayed', order, note: () => null },
    )
    const before = await readStored(data, readDecisions)
    const after = { requests: ['pending'], decisions: ['approved'], jobs: 1 }
    expect(before).toEqual({ requests: ['pending'], decisions: [], jobs: 0 })
    expect(await readStored(finished, readDecisions)).toEqual(after)
    for (const [place, crash] of crashes.entries())
      expect([before, after], `killed before write ${place + 1}`).toContainEqual(
        await readStored(crash.data, readDecisions),
      )
    const { app } = await openApp(finished)
    await app.start()
    await app.jobs.settle()
    expect(await readStored(finished, readDecisions)).toEqual(after)
    app.clock.advance(5_000)
    await app.jobs.settle()
    await app.close()
    expect(await readStored(finished, readLedger)).toEqual(DONE)
    expect(await readStored(finished, readDecisions)).toEqual({
      requests: ['approved'],
      decisions: [],
      jobs: 0,
    })
    world.radarr.deleteMovie(world.radarr.movies()[0]?.id ?? 0)
  })

  it('while it was approved', async () => {
    const { asked: template, admin } = prepared
    await expectOneRequest({ name: 'approve', template, order: approve(admin), was_asked: true })
  })
})
