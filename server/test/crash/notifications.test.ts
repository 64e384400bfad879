import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorld, type World } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { addPeople } from '../alert-house.ts'
import { addDevice } from '../push-house.ts'
import { openNotifications } from './notification-house.ts'
import type { NotificationOrders } from './notification-orders.ts'
import { bundleChild, startChild } from './spawn.ts'

const AT_ONCE = 2
/** More than there are moments, so that a loop that never ends is seen. */
const TOO_MANY = 60
const NOTIFY = 'POST /v1/notifications'

interface House {
  world: World<'pushGateway'>
  template: string
}

let folder: string
let script: string
let houses: House[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-notifications-'))
  script = await bundleChild(folder, './child-notification.ts')
  const places = Array.from({ length: AT_ONCE }, (_, n) => join(folder, `house-${n}.db`))
  houses = await Promise.all(places.map(build))
}, 60_000)
afterAll(async () => {
  for (const { world } of houses) await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const gatewayOf = ({ world: { pushGateway } }: House) => ({
  gateway_url: pushGateway.url,
  api_key: pushGateway.fixed_key,
})

/** An admin whose phone the gateway knows. */
async function build(template: string): Promise<House> {
  const world = await startWorld({ products: ['pushGateway'] })
  const database = openSqlite(template)
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  await addPeople(database, ['ana', 'admin'])
  await addDevice(database, 'd_a', 1)
  const { push, jobs, close } = openNotifications({ database, ...gatewayOf({ world, template }) })
  const ana = { user_id: 1, username: 'ana', role: 'admin' as const, device_id: 'd_a' }
  await push.devices.register(ana, { device_id: 'd_a', apns_token: 'phone', platform: 'ios' })
  await jobs.settle()
  await close()
  return { world, template }
}

/** The next start on the same file. */
async function goOn(place: string, house: House): Promise<void> {
  const { jobs, close } = openNotifications({ database: openSqlite(place), ...gatewayOf(house) })
  await jobs.start()
  await jobs.settle()
  await close()
}

async function readLedger(place: string) {
  const database = openSqlite(place)
  const { read } = database
  try {
    return {
      facts: await read.selectFrom('settings').select('key').where('key', '=', 'fact').execute(),
      alerts: await read.selectFrom('alerts').select('state').execute(),
      entries: await read.selectFrom('inbox_entries').select('user_id').execute(),
      sends: await read.selectFrom('alert_sends').select(['state', 'detail']).execute(),
      // The upkeep of the gateway comes again by itself.
      jobs: await read.selectFrom('jobs').select('name').where('name', '!=', 'push-upkeep').execute(),
    }
  } finally {
    await database.close()
  }
}

/** Dies at one moment, goes on, and answers what came of it; null when it did not come to dying. */
async function dieAt(kill_at: number, house: House) {
  const { pushGateway } = house.world
  pushGateway.forgetRinging()
  const place = join(folder, `run-${kill_at}.db`)
  copyFileSync(house.template, place)
  const orders: NotificationOrders = { place, kill_at, ...gatewayOf(house) }
  const ended = await startChild(script, orders).ended
  expect(ended === 0 || ended === 'SIGKILL', `killed at ${kill_at}, it ended with ${ended}`).toBe(true)
  await goOn(place, house)
  const result = { kill_at, rung: pushGateway.rung().length, ...(await readLedger(place)) }
  expect(pushGateway.journal.requests(NOTIFY).length).toBeLessThanOrEqual(1)
  return ended === 'SIGKILL' ? result : null
}

it('no alert is lost by a crash, none rings twice, and what nobody knows is on record (issue 7)', async () => {
  let moment = 1
  const states = new Set<string>()
  async function walk(house: House): Promise<void> {
    for (;;) {
      const kill_at = moment++
      expect(kill_at).toBeLessThan(TOO_MANY)
      const result = await dieAt(kill_at, house)
      if (!result) return
      const { facts, alerts, entries, sends, jobs, rung } = result
      // The fact and its alert are saved together; then it is told once, and there is one row to send.
      expect([kill_at, alerts, entries, sends.length, jobs]).toEqual([
        kill_at,
        facts.map(() => ({ state: 'told' })),
        facts.map(() => ({ user_id: 1 })),
        facts.length,
        [],
      ])
      for (const { state, detail } of sends) {
        states.add(`${state} ${rung}`)
        expect(state === 'sent' ? [rung, detail] : [state, detail]).toEqual(
          state === 'sent' ? [1, null] : ['unconfirmed', 'interrupted'],
        )
      }
    }
  }
  await Promise.all(houses.map(walk))
  // It rang and the answer was lost; it was about to ring; it rang and that is known.
  expect([...states].toSorted()).toEqual(['sent 1', 'unconfirmed 0', 'unconfirmed 1'])
}, 120_000)
