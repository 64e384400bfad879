import { startWorld, type World } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { addPeople } from '#test/build-alerts.ts'
import { addDevice } from '#test/build-push.ts'
import { setCrashScene } from './crash-scene.ts'
import type { NotificationOrders } from './notification-orders.ts'
import { decideAndSend, openNotifications } from './notification-process.ts'

type Gateway = World<'pushGateway'>

const gatewayOf = ({ pushGateway }: Gateway) => ({
  gateway_url: pushGateway.url,
  api_key: pushGateway.fixed_key,
})

const { crashEverywhere } = setCrashScene<'pushGateway', NotificationOrders>({
  child: './child-notification.ts',
  work: decideAndSend,
  start: () => startWorld({ products: ['pushGateway'] }),

  /** An admin whose phone and tablet the gateway knows. */
  async prepare(template, world) {
    const database = openSqlite(template)
    await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
    await addPeople(database, ['ana', 'admin'])
    const { push, jobs, close } = openNotifications({ database, ...gatewayOf(world) })
    for (const device_id of ['d_a', 'd_b']) {
      await addDevice(database, device_id, 1)
      const ana = { user_id: 1, username: 'ana', role: 'admin' as const, device_id }
      await push.devices.register(ana, { device_id, apns_token: `token-${device_id}`, platform: 'ios' })
    }
    await jobs.settle()
    await close()
  },

  reset: ({ pushGateway }) => pushGateway.forgetRinging(),
  orders: (world, common) => ({ ...common, ...gatewayOf(world) }),
})

/** The next start on the same file. */
async function restart(place: string, world: Gateway): Promise<void> {
  const { jobs, close } = openNotifications({ database: openSqlite(place), ...gatewayOf(world) })
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
      sends: await read.selectFrom('alert_sends').select(['state', 'detail', 'interrupted_at']).execute(),
      // The upkeep of the gateway comes again by itself.
      jobs: await read.selectFrom('jobs').select('name').where('name', '!=', 'push-upkeep').execute(),
    }
  } finally {
    await database.close()
  }
}

it('no alert is lost by a crash; one that may have been sent twice is marked and shown once (1:4.14)', async () => {
  const seen = new Set<string>()
  await crashEverywhere({ most: 60 }, async ({ world, place, when }) => {
    await restart(place, world)
    const { facts, alerts, entries, sends, jobs } = await readLedger(place)
    // The fact and its alert are saved together; then it is sent once and reaches the receiver.
    expect({ alerts, entries, sends, jobs }, when).toEqual({
      alerts: facts.map(() => ({ state: 'told' })),
      entries: facts.map(() => ({ user_id: 1 })),
      sends: facts.map(() => ({ state: 'sent', detail: null, interrupted_at: sends[0]?.interrupted_at })),
      jobs: [],
    })
    const { pushGateway } = world
    const ringing = (device_id: string) => pushGateway.rung().filter(one => one.device_id === device_id)
    for (const device_id of facts.length > 0 ? ['d_a', 'd_b'] : []) {
      const times = ringing(device_id).length
      seen.add(`${times} ${sends[0]?.interrupted_at === null ? 'plain' : 'interrupted'}`)
    }
    const shown = pushGateway.shown().map(one => one.device_id)
    expect(shown, when).toEqual(facts.length > 0 ? ['d_a', 'd_b'] : [])
  })
  // Known to have rung; about to ring when it died; rung, and died before that was known.
  expect([...seen].toSorted()).toEqual(['1 interrupted', '1 plain', '2 interrupted'])
})
