import { readFileSync, writeFileSync } from 'node:fs'
import { startWorld } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { setCrashScene } from './crash-scene.ts'
import type { RoomOrders } from './room-orders.ts'
import { openRoom, reportAndPost } from './room-process.ts'

const postsOf = (place: string) => `${place}.posts`

const { crashEverywhere } = setCrashScene<never, RoomOrders>({
  child: './child-room.ts',
  work: reportAndPost,
  start: () => startWorld({ products: [] }),
  async prepare(template) {
    const database = openSqlite(template)
    await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
    await database.close()
  },
  reset: () => {},
  orders(_world, common) {
    writeFileSync(postsOf(common.place), '')
    return { ...common, posts: postsOf(common.place) }
  },
})

/** The next start on the same file, a little later. */
async function goOn(place: string) {
  const database = openSqlite(place)
  const { jobs, clock, drain } = await openRoom(database, { posts: postsOf(place), busy: 0 })
  clock.advance(60_000)
  await jobs.prepare()
  await drain()
  const { read } = database
  const facts = await read.selectFrom('settings').select('key').where('key', 'like', 'fact:%').execute()
  const sends = await read
    .selectFrom('alert_sends')
    .select(['receipt', 'state', 'detail'])
    .orderBy('id')
    .execute()
  const left = await read.selectFrom('jobs').select('name').execute()
  await database.close()
  const posts = readFileSync(postsOf(place), 'utf8').split('\n').filter(Boolean)
  return { facts, sends, left, posts }
}

it('killed at any moment, no request is posted twice, and none is missing without a row that says so (2:4.10)', async () => {
  const seen = new Set<string>()
  const moments = await crashEverywhere({ most: 100 }, async ({ place, when }) => {
    const { facts, sends, left, posts } = await goOn(place)
    // A request and its report are saved together, and nothing remains to be done.
    expect(
      sends.map(one => one.receipt?.replace('request', 'fact')),
      when,
    ).toEqual(facts.map(one => one.key))
    expect([left, posts.toSorted()], when).toEqual([[], posts])
    for (const { receipt, state, detail } of sends) {
      const times = posts.filter(post => `request:${post}` === receipt).length
      seen.add(`${state} ${detail}: ${times}`)
    }
  })
  expect(moments).toBeGreaterThan(15)
  expect([...seen].toSorted()).toEqual([
    'sent null: 1',
    'unconfirmed interrupted: 0',
    'unconfirmed interrupted: 1',
  ])
})
