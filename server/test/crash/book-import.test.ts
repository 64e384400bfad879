import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUTHOR, startWorld, type World } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { createJobs } from '#jobs/index.ts'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { bookCourier, bookRow, furnishBooks } from '../book-courier.ts'
import { openHouse } from '../delivery-house.ts'
import type { BookOrders } from './child-book.ts'
import { bundleChild, startChild } from './spawn.ts'

const MINUTE = 60_000
const AT_ONCE = 2
/** Neighbouring moments are alike; every one of them is tried for movies and shows. */
const STEP = 9
const TOO_MANY = 200
const RESTARTS = 3
const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

interface House {
  world: World<'chaptarr'>
  template: string
}

let folder: string
let script: string
let houses: House[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-book-'))
  script = await bundleChild(folder, './child-book.ts')
  houses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => build(join(folder, `house-${n}.db`))))
}, 60_000)
afterAll(async () => {
  for (const { world } of houses) await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const workOf = ({ chaptarr }: House['world']) =>
  chaptarr.catalogue.author(AUTHOR.absent)?.books[0]?.hardcover ?? 0

/** A book in both formats by an author who has to be imported first. */
async function build(template: string): Promise<House> {
  const world = await startWorld({ products: ['chaptarr'] })
  const database = openSqlite(template)
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  await furnishBooks(database, world.chaptarr)
  await database.close()
  await work(template, 0, house => house.ask(bookRow(`hc:${workOf(world)}`), ['ebook', 'audiobook']))
  return { world, template }
}

/** A start on the same file, `minutes` later. */
async function work(
  place: string,
  minutes: number,
  act: (house: ReturnType<typeof openHouse>) => Promise<unknown>,
): Promise<void> {
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + minutes * MINUTE) }
  const database = openSqlite(place)
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const { internal } = outbound
  const couriers = { book: bookCourier(internal) }
  await act(openHouse({ database, clock, jobs, internal, given: { couriers } }))
  await jobs.stop()
  await outbound.destroy()
  await database.close()
}

const deliver = (house: ReturnType<typeof openHouse>) => house.jobs.start().then(() => house.jobs.settle())

async function readLedger(place: string) {
  const database = openSqlite(place)
  try {
    const { read } = database
    return {
      deliveries: await read.selectFrom('request_deliveries').select(['format', 'state', 'code']).execute(),
      jobs: await read.selectFrom('jobs').selectAll().execute(),
      leases: await read.selectFrom('leases').selectAll().execute(),
    }
  } finally {
    await database.close()
  }
}

/** Answers whether the process came to the moment that it was to die in. */
async function crashAt(killAt: number, { world, template }: House): Promise<boolean> {
  const { chaptarr } = world
  const place = join(folder, `${killAt}.db`)
  copyFileSync(template, place)
  for (const { id } of chaptarr.authors()) chaptarr.deleteAuthor(id)
  for (const { id } of chaptarr.pending.all()) chaptarr.pending.forget(id)
  chaptarr.holdAuthor(AUTHOR.absent, true)
  chaptarr.journal.clear()
  const orders: BookOrders = { place, kill_at: killAt }
  const ended = await startChild(script, orders).ended
  expect(ended === 0 || ended === 'SIGKILL', `killed at ${killAt}, it ended with ${ended}`).toBe(true)
  let minutes = 0
  for (let restart = 0; restart < RESTARTS; restart += 1) await work(place, (minutes += 6), deliver)
  chaptarr.holdAuthor(AUTHOR.absent, false)
  await world.advance(6 * MINUTE)
  for (let sweep = 0; sweep < 2; sweep += 1) await work(place, (minutes += 6), deliver)

  expect(await readLedger(place), `killed at ${killAt}`).toEqual({
    deliveries: [
      { format: 'ebook', state: 'complete', code: 'requested' },
      { format: 'audiobook', state: 'complete', code: 'requested' },
    ],
    jobs: [],
    leases: [],
  })
  const adds = chaptarr.journal.requests('POST /api/v1/book').map(call => call.query.get('mediaType') ?? '')
  expect(adds.sort(), `killed at ${killAt}`).toEqual(['audiobook', 'ebook'])
  const wanted = chaptarr.books().filter(one => one.monitored)
  expect(wanted.map(one => one.format).sort(), `killed at ${killAt}`).toEqual(['audiobook', 'ebook'])
  return ended === 'SIGKILL'
}

it('an author import that outlives a crash and three restarts ends in one record per format, added once (1:3)', {
  timeout: 120_000,
}, async () => {
  let moments = 0
  let next = 1
  let isOver = false
  await Promise.all(
    houses.map(async house => {
      for (let n = next; !isOver && n < TOO_MANY; n = next) {
        next += STEP
        if (await crashAt(n, house)) moments += 1
        else isOver = true
      }
    }),
  )
  expect(moments).toBeGreaterThan(4)
  expect(isOver).toBe(true)
})
