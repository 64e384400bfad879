import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Db } from '#db/database.ts'
import { createKeptAnswers } from '#db/kept-answers.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { afterTest, openFresh } from '#test/engines.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { createAdminQueue } from './decide/admin-queue.ts'
import type { LiveView } from './follow/live-view.ts'
import { createLatestOwnRequest } from './follow/latest-own-request.ts'
import { createHistory } from './follow/request-history.ts'
import { countPending, findOpenRequests } from './store/request-store.ts'
import { PEOPLE, REQUESTS, seedRequests } from '#test/seed-requests.ts'

const caller = { user_id: 1007, username: 'p1007', role: 'user', device_id: 'd' } as const

/** The statements that a read makes, and what it answers. Reads go through the observed connection. */
async function watch<T>(database: Database, seen: string[], read: (parts: Parts) => T) {
  return database.transaction(async tx => {
    seen.length = 0
    const answer = await read(partsOn(database, tx))
    return { answer, statements: [...seen] }
  })
}

function partsOn(database: Database, db: Db) {
  const statesOf: Deliveries['statesOf'] = async (on, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await on
      .selectFrom('request_deliveries')
      .selectAll()
      .where('request_id', 'in', ids)
      .execute()
    return Map.groupBy(
      rows.map(row => ({ ...row, began: row.began === 1 })),
      row => row.request_id,
    )
  }
  const liveView: LiveView = {
    many: async (_person, requests) => ({
      live: new Map(requests.map(({ id }) => [id, { known: true, status: 'requested' }])),
      nameOf: request => request.instance_name,
      isCurrent: () => false,
    }),
    one: async () => ({ known: false, reason: 'library_unavailable' }),
  }
  const answers = createKeptAnswers(database, { max_bytes: 1_000_000 })
  const parts = { database: { ...database, read: db }, deliveries: { statesOf }, liveView, answers }
  return {
    db,
    history: createHistory({
      ...parts,
      kids: { isLimited: async () => true, allowedTitles: async (_viewer, titles) => [...titles] },
    }),
    queue: createAdminQueue({ ...parts, inventory: { list: async () => [] } }),
    latestOwnRequest: createLatestOwnRequest({ statesOf }),
  }
}

type Parts = ReturnType<typeof partsOn>

const READS: [string, (parts: Parts) => unknown][] = [
  ['own history', ({ history }) => history(caller, { limit: 200 })],
  ['a page of it', ({ history }) => history(caller, { limit: 20, before_id: 5000 })],
  ['the approval queue', ({ queue }) => queue.pending()],
  ['the waiting list', ({ queue }) => queue.waiting()],
  ['the history', ({ queue }) => queue.history({ ...caller, role: 'admin' }, { limit: 50 })],
  [
    'the history of a decision',
    ({ queue }) =>
      queue.history({ ...caller, role: 'admin' }, { limit: 50, decision: 'denied', before: 9000 }),
  ],
  [
    'the history of a person',
    ({ queue }) => queue.history({ ...caller, role: 'admin' }, { limit: 50, user_id: 1009 }),
  ],
  ['the badge', ({ db }) => countPending(db)],
  [
    'the newest own of a page of cards',
    ({ db, latestOwnRequest }) =>
      latestOwnRequest(
        db,
        1007,
        Array.from({ length: 40 }, (_, i) => ({ media_type: 'movie' as const, tmdb_id: i + 1 })),
        'in_movies',
      ),
  ],
  [
    'what is open of the same',
    ({ db }) => findOpenRequests(db, { identity: 'movie:5', instance_id: 'in_movies' }, 1007),
  ],
]

describe(`lists over ${REQUESTS} requests by ${PEOPLE} people`, () => {
  let folder: string
  let file: string
  beforeAll(async () => {
    folder = lastingFolder('foyer-scale-')
    file = join(folder, 'foyer.db')
    const database = openSqlite(file)
    await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
    await seedRequests(database)
    await database.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(READS)('%s goes by indexes', async (_name, read) => {
    const seen: string[] = []
    const database = openSqlite(file, statement => void seen.push(statement))
    afterTest(() => database.close())
    const { statements } = await watch(database, seen, read)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements.filter(one => one.startsWith('select'))) {
      const plan = await sql<{ detail: string }>`${sql.raw(`explain query plan ${statement}`)}`.execute(
        database.read,
      )
      const scans = plan.rows.map(row => row.detail).filter(isWholeTable)
      expect([statement, scans]).toEqual([statement, []])
    }
  })

  it.each(READS)('%s makes as many statements for many rows as for few', async (_name, read) => {
    const seen: string[] = []
    const many = openSqlite(file, statement => void seen.push(statement))
    afterTest(() => many.close())
    const few = await openFresh('sqlite', statement => void seen.push(statement))
    await seedRequests(few, 400)
    const [large, small] = [await watch(many, seen, read), await watch(few, seen, read)]
    expect(large.statements.length).toBe(small.statements.length)
    expect(large.statements.length).toBeLessThan(12)
  })
})

/** A walk along a key in its own order, cut off by a limit, is none. */
function isWholeTable(detail: string): boolean {
  return /^SCAN (requests|request_\w+|own|others)\b/.test(detail) && !/USING|requests$/.test(detail)
}
