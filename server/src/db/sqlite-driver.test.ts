import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/engines.ts'
import { openSqliteFile } from './sqlite.ts'
import { sqliteDialect } from './sqlite-driver.ts'

/** About a third of a millisecond on a small machine. */
const SLOW = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) select max(i) from n`
const TURNS = 3

function open(statements: string[] = []) {
  const handle = openSqliteFile(join(temporaryFolder(), 'a.db'))
  return new Kysely<Record<string, never>>({
    dialect: sqliteDialect(handle, text => void statements.push(text)),
  })
}

test('statements run in the order in which they came, and none between those of a transaction', async () => {
  const statements: string[] = []
  const db = open(statements)
  const numbered = (i: number) => sql.raw(`select ${i}`)
  await Promise.all([
    numbered(1).execute(db),
    db.transaction().execute(async tx => {
      await numbered(2).execute(tx)
      await new Promise(setImmediate)
      await numbered(3).execute(tx)
    }),
    numbered(4).execute(db),
    numbered(5).execute(db),
  ])
  expect(statements.filter(text => text.startsWith('select'))).toEqual(
    [1, 2, 3, 4, 5].map(i => `select ${i}`),
  )
  await db.destroy()
})

test('the connection is free again after a statement that failed', async () => {
  const db = open()
  const results = await Promise.allSettled([
    sql`select nothing`.execute(db),
    sql`select 1`.execute(db),
    db.transaction().execute(() => Promise.reject(new Error('no'))),
    sql`select 1`.execute(db),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  await db.destroy()
})

test('a long row of statements lets others have their turn', async () => {
  const db = open()
  let turns = 0
  const turn = () => {
    turns += 1
    if (turns < TURNS) setImmediate(turn)
  }
  setImmediate(turn)
  await db.transaction().execute(async tx => {
    for (let i = 0; i < 500; i += 1) await SLOW.execute(tx)
  })
  expect(turns).toBe(TURNS)
  await db.destroy()
})
