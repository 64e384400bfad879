import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALBUM, ARTIST, dropAfterCommit, startWorld, type World } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { type Clock, systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { furnish, MUSIC, openHouse } from '../delivery-house.ts'
import type { DeliveryOrders } from './delivery-orders.ts'
import { bundleChild, startChild } from './spawn.ts'

const MINUTE = 60_000
const AT_ONCE = 2
/** More than there are moments, so that a loop that never ends is seen. */
const TOO_MANY = 80
const quiet = { debug: () => {}, warn: () => {}, error: () => {} }
/** This house has no shows. */
const NO_MATCH: DeliveryOrders['match'] = {
  tmdb_id: 1,
  season_map: {},
  provenance: 'metadata',
  revision: 'a'.repeat(24),
  state: 'unresolved',
}

type House = { world: World<'lidarr'>; template: string }

let folder: string
let script: string
let houses: House[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-music-'))
  script = await bundleChild(folder, './child-delivery.ts')
  houses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => build(join(folder, `house-${n}.db`))))
}, 60_000)
afterAll(async () => {
  for (const { world } of houses) await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An album that the library lacks, by an artist whom it has and does not follow. */
async function build(template: string): Promise<House> {
  const world = await startWorld({ products: ['lidarr'] })
  const database = openSqlite(template)
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  await furnish(database, { music: world.lidarr })
  const { house, close } = openWorker(database, systemClock)
  const identity = `music:${ALBUM.live}`
  await house.ask({ media_type: 'music', foreign_id: ALBUM.live, identity, instance_id: MUSIC })
  await close()
  return { world, template }
}

function openWorker(database: Database, clock: Clock) {
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const house = openHouse({ database, clock, jobs, internal: outbound.internal, match: () => NO_MATCH })
  const close = async () => {
    await jobs.stop()
    await outbound.destroy()
    await database.close()
  }
  return { jobs, house, close }
}

/** The next start on the same file, and one more when an answer was lost: then its delay is over. */
async function deliverTheRest(place: string): Promise<void> {
  for (const minutes of [0, 10]) {
    const now = () => new Date(systemClock.now().getTime() + minutes * MINUTE)
    const { jobs, close } = openWorker(openSqlite(place), { ...systemClock, now })
    await jobs.start()
    await jobs.settle()
    const isDone = (await jobs.nextDueAt()) === null
    await close()
    if (isDone) return
  }
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

const LEDGER = {
  deliveries: [{ state: 'complete', code: 'requested', began: 1 }],
  charges: [{ unit: ALBUM.live, began: 1, refunded_at: null }],
  jobs: [],
  leases: [],
}

async function crashAt(killAt: number, { world, template }: House): Promise<boolean> {
  const { lidarr } = world
  const place = join(folder, `${killAt}.db`)
  copyFileSync(template, place)
  lidarr.faults.clear()
  for (const { id } of lidarr.artists()) lidarr.deleteArtist(id)
  lidarr.addArtist(ARTIST.the_quay, { monitored: false })
  // Every other time the manager commits the add and its answer is lost as well.
  if (killAt % 2 === 1) lidarr.faults.next('POST /api/v1/album', dropAfterCommit())
  const orders: DeliveryOrders = { place, kill_at: killAt, match: NO_MATCH }
  const ended = await startChild(script, orders).ended
  expect(ended === 0 || ended === 'SIGKILL', `killed at ${killAt}, it ended with ${ended}`).toBe(true)
  await deliverTheRest(place)
  expect(await readLedger(place), `killed at ${killAt}`).toEqual(LEDGER)
  const albums = lidarr.albums().filter(album => album.monitored)
  expect(albums, `killed at ${killAt}`).toMatchObject([{ mb_id: ALBUM.live }])
  expect(lidarr.artists(), `killed at ${killAt}`).toMatchObject([{ monitored: true }])
  return ended === 'SIGKILL'
}

it('killed at any write or call, an album ends with one record under a followed artist, and one ledger', {
  timeout: 120_000,
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
  expect(moments).toBeGreaterThan(20)
  expect(moments).toBeLessThan(TOO_MANY - 1)
})
