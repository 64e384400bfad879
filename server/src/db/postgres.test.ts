import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { Log } from '#kit/log.ts'
import { createTestLog } from '#test/test-log.ts'
import { Refusal } from '#kit/refusal.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { afterTest, emptyPostgresUrl } from '#test/engines.ts'
import { startPostgresProxy } from '#test/postgres-proxy.ts'
import { migrate, type Migration } from './migrator.ts'
import { mistakeIn, openPostgres, type PostgresLimits, waitForPostgres } from './postgres.ts'

/**
 * Most of the time of these tests is waiting for one of them, so they run side by side. A machine that has other work must
 * not reach one that is not meant.
 */
const SHORT: PostgresLimits = {
  connect_ms: 8000,
  read_ms: 3000,
  statement_ms: 3000,
  answer_ms: 6000,
  report_ms: 1000,
}

function open(url: string, log?: Log) {
  const database = openPostgres(url, undefined, { limits: SHORT, log })
  afterTest(() => database.close())
  return database
}

async function openThroughProxy() {
  const proxy = await startPostgresProxy(await emptyPostgresUrl())
  const database = open(proxy.url)
  await sql`create table notes (n integer)`.execute(database.read)
  const count = async () => (await sql<{ n: number }>`select n from notes`.execute(database.read)).rows.length
  return { proxy, database, count }
}

async function tookMs(run: () => Promise<unknown>): Promise<number> {
  const began = systemClock.now().getTime()
  await run()
  return systemClock.now().getTime() - began
}

const isStorageFault = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(StorageFault)

it.concurrent('ends a read that PostgreSQL does not answer, and takes another connection afterwards', async () => {
  const { proxy, count } = await openThroughProxy()
  expect(await count()).toBe(0)
  proxy.hold()
  // Some of them have a connection, the others wait for one.
  const reads = Array.from({ length: 30 }, () => isStorageFault(count()))
  const ms = await tookMs(() => Promise.all(reads))
  expect(ms).toBeLessThan(60_000)
  proxy.release()
  // Nothing of what was given up is used again, or kept.
  await Promise.all(Array.from({ length: 30 }, count))
  expect(proxy.connections()).toBeLessThanOrEqual(10)
})

it.concurrent('ends a transaction that PostgreSQL does not answer, whichever statement it is at', async () => {
  const endAt = async (statements: number) => {
    const { proxy, database, count } = await openThroughProxy()
    const work = database.transaction(async tx => {
      for (let n = 0; n < statements; n += 1) await sql`insert into notes values (1)`.execute(tx)
      proxy.hold()
      if (statements < 2) await sql`insert into notes values (2)`.execute(tx)
    })
    await isStorageFault(work)
    proxy.release()
    expect(await count()).toBe(0)
  }
  await Promise.all([0, 1, 2].map(endAt))
})

it.concurrent('does not wait for a server that takes connections and says nothing', async () => {
  const { proxy, database, count } = await openThroughProxy()
  proxy.cut()
  proxy.hold()
  await isStorageFault(count())
  await isStorageFault(database.transaction(async () => {}))
})

it.concurrent('gives a statement that waits for a lock more time than a read', async () => {
  const { database, count } = await openThroughProxy()
  const slow = sql`select pg_sleep(0.25)`
  await database.transaction(async tx => {
    await slow.execute(tx)
    await sql`insert into notes values (1)`.execute(tx)
  })
  expect(await count()).toBe(1)
  // The server's own limit comes first, so that the connection stays in use.
  await expect(database.transaction(tx => sql`select pg_sleep(7)`.execute(tx))).rejects.toMatchObject({
    cause: { code: '57014' },
  })
})

it.concurrent('says that storage is out when the connection breaks in a transaction, and not that there is a bug', async () => {
  const { proxy, database, count } = await openThroughProxy()
  const broken = database.transaction(async tx => {
    await sql`insert into notes values (1)`.execute(tx)
    proxy.cut()
    await sql`insert into notes values (2)`.execute(tx)
  })
  await isStorageFault(broken)
  const atCommit = database.transaction(async tx => {
    await sql`insert into notes values (1)`.execute(tx)
    proxy.cut()
    await systemClock.sleep(50)
  })
  await isStorageFault(atCommit)
  // What the body decided stands: a connection that is gone has rolled back by itself.
  const refused = database.transaction(async tx => {
    await sql`insert into notes values (1)`.execute(tx)
    proxy.cut()
    await systemClock.sleep(50)
    throw new Refusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  expect(await count()).toBe(0)
})

it.concurrent('lets migrations, and the wait for their lock, take as long as they need', async () => {
  const url = await emptyPostgresUrl()
  const slow: Migration = {
    name: '0001-slow',
    up: async db => {
      await sql`create table slow (n integer)`.execute(db)
      await sql`select pg_sleep(7)`.execute(db)
    },
  }
  const logs = [createTestLog(), createTestLog()]
  await Promise.all(
    logs.map(log => migrate(open(url, log), [slow], { now: () => '2026-11-15T09:00:00.000Z' })),
  )
  for (const { entries } of logs) {
    expect(entries[0]).toMatchObject({ level: 'info', msg: expect.stringContaining('time limits') })
  }
  // Whoever changed the tables waited for seven seconds, with a report after each.
  const reports = logs.flatMap(({ entries }) => entries.slice(1))
  expect(reports).toContainEqual(
    expect.objectContaining({ level: 'warn', waited_s: 1, msg: expect.stringContaining('not answered') }),
  )
  const database = open(url)
  // The limits are back afterwards.
  await isStorageFault(database.transaction(tx => sql`select pg_sleep(7)`.execute(tx)))
  expect(await sql`select name from schema_migrations`.execute(database.read)).toMatchObject({
    rows: [{ name: '0001-slow' }],
  })
})

it.concurrent.each([
  ['a wrong password', (url: URL) => (url.password = 'wrong'), /password was refused/],
  ['a wrong user', (url: URL) => (url.username = 'nobody'), /password was refused/],
  ['a database that is not there', (url: URL) => (url.pathname = '/nowhere'), /does not exist/],
  ['encryption that is not offered', (url: URL) => (url.search = '?sslmode=require'), /encrypt/],
])('says at once what is wrong with %s', async (_name, change, sentence) => {
  const url = new URL(await emptyPostgresUrl())
  change(url)
  // A clock that would never let a second try begin.
  const start = waitForPostgres(open(url.href), createTestClock())
  await expect(start).rejects.toBeInstanceOf(StartupRefusal)
  await expect(start).rejects.toThrow(sentence)
})

it('knows mistakes that the driver finds by itself, and takes nothing else for one', () => {
  const noPassword = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  const certificate = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  expect(mistakeIn(noPassword)).toMatch(/wants a password/)
  expect(mistakeIn(new StorageFault(certificate))).toMatch(/not trusted/)
  expect(mistakeIn(new StorageFault(starting))).toBeUndefined()
  expect(mistakeIn(new StorageFault(new Error('Connection terminated unexpectedly')))).toBeUndefined()
})
