import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TvMatch } from '@foyer/contract/tv-match'
import { dropAfterCommit, MOVIE, startWorld, type World } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { furnish, openHouse, SERIES } from '../delivery-house.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { bundleChild, startChild } from './spawn.ts'

const MINUTE = 60_000
const AT_ONCE = 2
/** More than there are moments, so that a loop that never ends is seen. */
const TOO_MANY = 200
const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

const MATCH: TvMatch = {
  tmdb_id: 800_005,
  tvdb_id: 430_005,
  season_map: { 1: 1, 2: 2 },
  provenance: 'metadata',
  revision: 'a'.repeat(24),
  state: 'resolved',
}

type House = { world: World<'radarr' | 'sonarr'>; template: string }

let folder: string
let script: string
let houses: House[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-delivery-'))
  script = await bundleChild(folder, './child-delivery.ts')
  houses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => build(join(folder, `house-${n}.db`))))
}, 60_000)
afterAll(async () => {
  for (const { world } of houses) await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A movie that the library lacks, and a season of a series that it has. */
async function build(template: string): Promise<House> {
  const world = await startWorld({ products: ['radarr', 'sonarr'] })
  const database = openSqlite(template)
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  await furnish(database, { movies: world.radarr, series: world.sonarr })
  const { house, close } = openWorker(database, systemClock)
  await house.ask({ tmdb_id: MOVIE.absent, identity: `movie:${MOVIE.absent}` })
  await house.ask({
    media_type: 'tv',
    tmdb_id: MATCH.tmdb_id,
    identity: 'tv:800005',
    instance_id: SERIES,
    seasons: '[2]',
    match: JSON.stringify(MATCH),
  })
  await close()
  return { world, template }
}

/** The libraries as they were before anybody asked. */
function reset({ radarr, sonarr }: House['world']): void {
  for (const manager of [radarr, sonarr]) {
    manager.faults.clear()
    manager.journal.clear()
  }
  for (const { id } of radarr.movies()) radarr.deleteMovie(id)
  for (const { id } of sonarr.series()) sonarr.deleteSeries(id)
  sonarr.addSeries(430_005, { seasons: [1] })
}

/** Delivers in a process that dies at `killAt`. Answers whether it came to that. */
async function deliverAndDie(place: string, killAt: number): Promise<boolean> {
  const orders: DeliveryOrders = { place, kill_at: killAt, match: MATCH }
  const ended = await startChild(script, orders).ended
  expect(ended === 0 || ended === 'SIGKILL', `killed at ${killAt}, it ended with ${ended}`).toBe(true)
  return ended === 'SIGKILL'
}

/** The next start on the same file, and one more when an answer was lost: then its delay is over. */
async function deliverTheRest(place: string): Promise<void> {
  for (const minutes of [0, 10]) {
    const now = () => new Date(systemClock.now().getTime() + minutes * MINUTE)
    const database = openSqlite(place)
    const { jobs, close } = openWorker(database, { ...systemClock, now })
    await jobs.start()
    await jobs.settle()
    const isDone = (await jobs.nextDueAt()) === null
    await close()
    if (isDone) return
  }
}

/** What a process has of deliveries. */
function openWorker(database: Database, clock: Clock) {
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const house = openHouse({ database, clock, jobs, internal: outbound.internal, match: () => MATCH })
  const close = async () => {
    await jobs.stop()
    await outbound.destroy()
    await database.close()
  }
  return { jobs, house, close }
}

async function readLedger(place: string) {
  const database = openSqlite(place)
  try {
    const { read } = database
    return {
      deliveries: await read.selectFrom('request_deliveries').select(['state', 'code', 'began']).execute(),
      charges: await read.selectFrom('request_charges').select(['unit', 'began', 'refunded_at']).execute(),
      jobs: await read.selectFrom('jobs').selectAll().execute(),
      leases: await read.selectFrom('leases').selectAll().execute(),
    }
  } finally {
    await database.close()
  }
}

const DELIVERED = { state: 'complete', code: 'requested', began: 1 }
const LEDGER = {
  deliveries: [DELIVERED, DELIVERED],
  charges: [
    { unit: `${MOVIE.absent}`, began: 1, refunded_at: null },
    { unit: '800005:2', began: 1, refunded_at: null },
  ],
  jobs: [],
  leases: [],
}

async function crashAt(killAt: number, { world, template }: House): Promise<boolean> {
  const { radarr, sonarr } = world
  const place = join(folder, `${killAt}.db`)
  copyFileSync(template, place)
  reset(world)
  // Every other time the manager commits the add and its answer is lost as well.
  if (killAt % 2 === 1) radarr.faults.next('POST /api/v3/movie', dropAfterCommit())
  const died = await deliverAndDie(place, killAt)
  await deliverTheRest(place)
  expect(await readLedger(place), `killed at ${killAt}`).toEqual(LEDGER)
  expect(radarr.movies(), `killed at ${killAt}`).toMatchObject([{ tmdb_id: MOVIE.absent, monitored: true }])
  const [series] = sonarr.series()
  expect(series?.seasons.filter(season => season.monitored).map(season => season.season_number)).toEqual([
    1, 2,
  ])
  const searches = sonarr.journal.requests('POST /api/v3/command').map(call => call.body)
  expect(searches.length, `searches when killed at ${killAt}`).toBeGreaterThan(0)
  return died
}

it('killed at any write or call of a delivery, it ends with one record and one ledger', {
  timeout: 180_000,
}, async () => {
  let moments = 0
  let next = 1
  // A run with a lost answer has other moments than one without, so both must have come to their end.
  const over = new Set<number>()
  await Promise.all(
    houses.map(async house => {
      for (let n = next++; n < TOO_MANY && over.size < 2; n = next++) {
        if (await crashAt(n, house)) moments += 1
        else over.add(n % 2)
      }
    }),
  )
  expect(moments).toBeGreaterThan(40)
  expect(moments).toBeLessThan(TOO_MANY - 1)
})
