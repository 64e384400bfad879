import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBroadcast } from '#db/broadcast.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { createJobs } from '#jobs/index.ts'
import { systemClock } from '#kit/clock.ts'
import { afterTest, freshPostgresUrl, temporaryFolder } from '#test/engines.ts'
import type { Orders } from './orders.ts'
import { bundleChild, expectedEndState, readEndState, startChild } from './spawn.ts'
import { ANNOUNCED, declareDeliveries, saveIntent } from './workload.ts'

const KEYS = Array.from({ length: 200 }, (_, n) => `lane${n % 10}-${n}`)
const DONE_BEFORE_THE_KILL = 30
const log = { debug: () => {}, warn: () => {}, error: () => {} }

async function openPlace() {
  const place = await freshPostgresUrl()
  const database = openPostgres(place)
  afterTest(() => database.close())
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  const broadcast = createBroadcast(database, { clock: systemClock, log, url: place })
  await broadcast.start()
  afterTest(() => broadcast.close())
  const jobs = createJobs({ database, clock: systemClock, log, broadcast })
  declareDeliveries(jobs)
  return { place, database, broadcast, jobs }
}

it('two workers on one PostgreSQL do each job once, also when one of them is killed', async () => {
  const { place, database, broadcast, jobs } = await openPlace()
  const folder = temporaryFolder()
  const effects = join(folder, 'effects')
  const script = await bundleChild(folder)
  const orders: Orders = {
    mode: 'work',
    engine: 'postgres',
    place,
    effects,
    keys: [],
    kill_at: null,
    timing: { lease_ms: 1500, heartbeat_ms: 200, sweep_ms: 100 },
  }
  const [doomed, survivor] = [startChild(script, orders), startChild(script, orders)]
  await Promise.all([doomed, survivor].map(child => child.until(line => line === 'ready')))

  const announced = new Set<unknown>()
  const allAnnounced = new Promise<void>(resolve => {
    broadcast.on(ANNOUNCED, ({ key }) => announced.add(key).size === KEYS.length && resolve())
  })
  // Both hear of the work by NOTIFY.
  await database.transaction(async tx => {
    for (const key of KEYS) await saveIntent(tx, jobs, key)
  })
  await doomed.until(() => doomed.lines.length > DONE_BEFORE_THE_KILL)
  doomed.process.kill('SIGKILL')
  expect(await doomed.ended).toBe('SIGKILL')
  await allAnnounced
  survivor.process.kill('SIGTERM')
  expect(await survivor.ended).toBe(0)
  expect(await readEndState(database, effects)).toEqual(expectedEndState(KEYS))
})
