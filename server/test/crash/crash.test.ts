import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Engine } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { afterTest, freshPostgresUrl } from '#test/engines.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import type { Orders } from './orders.ts'
import { serveOnce } from './serve-once.ts'
import { bundleChild, expectedEndState, readEndState, startChild } from './spawn.ts'
import { isReallyKilled, stopShort } from './stop-short.ts'

const KEYS = ['movie-1', 'movie-2', 'book-1']
/** More than the child has boundaries, so that a loop that never ends is seen. */
const TOO_MANY = 300
const AT_ONCE = 2
const now = () => '2026-11-15T09:00:00.000Z'

let folder: string
let script: string

beforeAll(async () => {
  folder = lastingFolder('foyer-crash-')
  script = await bundleChild(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Serves until the moment of its death, if it comes to that. `hear` gets what it said before. */
async function serveUntilKilled(
  orders: Orders & { kill_at: number },
  hear: (line: string) => void,
): Promise<boolean> {
  const { engine, kill_at } = orders
  if (engine === 'sqlite' && !isReallyKilled(kill_at))
    return stopShort(orders, ({ place, boundary, isDead }) =>
      serveOnce({ ...orders, place }, line => void (isDead() || hear(line)), boundary),
    )
  const child = startChild(script, orders)
  const ended = await child.ended
  child.lines.forEach(hear)
  expect([0, 'SIGKILL'], `killed at ${kill_at}`).toContain(ended)
  return ended === 'SIGKILL'
}

/**
 * Serves and dies at `killAt`; every fourth time the next one dies on the way back too. The last start is killed by
 * nobody. Answers how many died; zero means that `killAt` lies after the last write.
 */
async function serveThroughCrashes(engine: Engine, place: string, effects: string, killAt: number) {
  const acknowledged = new Set<string>()
  const again = killAt % 4 === 0 ? [1 + ((killAt * 7) % 11)] : []
  const kills = [killAt, ...again]
  const ordersFor = <T extends number | null>(kill_at: T) => {
    const keys = KEYS.filter(key => !acknowledged.has(key))
    return { mode: 'serve_once' as const, engine, place, effects, keys, kill_at }
  }
  const hear = (line: string) => void (line.startsWith('ack ') && acknowledged.add(line.slice(4)))
  for (const [run, kill_at] of kills.entries()) {
    const orders = { ...ordersFor(kill_at), place: engine === 'postgres' ? asDoomed(place) : place }
    if (!(await serveUntilKilled(orders, hear))) return run
    // C1: on PostgreSQL the leases of the dead end by themselves; on SQLite they are void at start.
    if (engine === 'postgres') await endLeases(place)
  }
  await serveOnce(ordersFor(null), hear)
  return kills.length
}

/** Several at once: each run has its own database, and starting a process is most of the time. */
async function inTurns(numbers: readonly number[], run: (n: number) => Promise<void>): Promise<void> {
  const left = [...numbers]
  const take = async () => {
    for (let n = left.shift(); n !== undefined; n = left.shift()) await run(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
}

describe('killed between any two writes, Foyer ends in the same state (1:4.8, C1)', () => {
  it('on SQLite, at every boundary there is', async () => {
    const template = join(folder, 'template.db')
    const empty = openSqlite(template)
    await migrate(empty, migrations, { now })
    await empty.close()
    const crashes = new Map<number, number>()

    const runOne = async (killAt: number) => {
      const place = join(folder, `${killAt}.db`)
      const effects = join(folder, `${killAt}.effects`)
      copyFileSync(template, place)
      crashes.set(killAt, await serveThroughCrashes('sqlite', place, effects, killAt))
      const database = openSqlite(place)
      expect(await readEndState(database, effects), `killed at ${killAt}`).toEqual(expectedEndState(KEYS))
      await database.close()
    }
    for (let from = 1; from < TOO_MANY && crashes.get(from - 1) !== 0; from += 8) {
      await inTurns(
        [0, 1, 2, 3, 4, 5, 6, 7].map(n => from + n),
        runOne,
      )
    }
    const boundaries = [...crashes.values()].filter(count => count > 0).length
    expect(boundaries).toBeGreaterThan(60)
    expect(boundaries).toBeLessThan(TOO_MANY)
  })

  it('on PostgreSQL, at a spread of boundaries', async () => {
    const place = await freshPostgresUrl()
    const database = openPostgres(place)
    afterTest(() => database.close())
    await migrate(database, migrations, { now })
    for (const killAt of [1, 2, 4, 7, 11, 16, 20, 25, 31, 38, 46, 55]) {
      const effects = join(folder, `postgres-${killAt}.effects`)
      await serveThroughCrashes('postgres', place, effects, killAt)
      expect(await readEndState(database, effects), `killed at ${killAt}`).toEqual(expectedEndState(KEYS))
      await empty(database)
    }
  })
})

/** The name by which PostgreSQL lists the connections of those who are killed. */
const DOOMED = 'doomed'

function asDoomed(place: string): string {
  const url = new URL(place)
  url.searchParams.set('application_name', DOOMED)
  return url.href
}

async function connectionsOfTheDead({ read }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = ${DOOMED} and datname = current_database()`.execute(read)
  return rows[0]?.count ?? 0
}

/** As if the time of every lease had passed. PostgreSQL may still carry out the last words of somebody killed. */
async function endLeases(place: string): Promise<void> {
  const database = openPostgres(place)
  await expect.poll(() => connectionsOfTheDead(database)).toBe(0)
  await database.transaction(async tx => {
    await tx.updateTable('jobs').set({ leased_until: now() }).where('state', '=', 'running').execute()
    await tx.updateTable('leases').set({ leased_until: now() }).execute()
  })
  await database.close()
}

async function empty(database: Database): Promise<void> {
  await database.transaction(tx => tx.deleteFrom('settings').execute())
}
