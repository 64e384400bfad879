import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { ConstraintViolation, isUniqueViolation, StorageFault } from '#kit/storage-fault.ts'

const AT = '2026-11-15T09:00:00.000Z'

function setting(key: string, value = '1') {
  return { key, value, encrypted: 0 as const, updated_at: AT }
}

describeEachEngine('database', open => {
  it('answers rows as plain objects, also of a table that has changed since', async () => {
    const db = await open()
    const all = () => db.transaction(tx => tx.selectFrom('settings').selectAll().execute())
    await db.transaction(tx => tx.insertInto('settings').values(setting('a')).execute())
    expect(await all()).toStrictEqual([setting('a')])
    await db.transaction(tx => sql`alter table settings add column more text`.execute(tx))
    expect(await all()).toStrictEqual([{ ...setting('a'), more: null }])
  })

  it('keeps what was committed and nothing of what was rolled back', async () => {
    const db = await open()
    await db.transaction(tx => tx.insertInto('settings').values(setting('kept')).execute())
    const failed = db.transaction(async tx => {
      await tx.insertInto('settings').values(setting('lost')).execute()
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await db.read.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }])
  })

  it('does not block a reader while a write is open, and shows it the last commit', async () => {
    const db = await open()
    await db.transaction(async tx => {
      await tx.insertInto('settings').values(setting('open')).execute()
      expect(await db.read.selectFrom('settings').selectAll().execute()).toEqual([])
    })
    expect(await db.read.selectFrom('settings').select('key').execute()).toHaveLength(1)
  })

  it('runs after-commit work once after the commit, never after a rollback', async () => {
    const db = await open()
    const ran: string[] = []
    await db.transaction(async tx => {
      db.afterCommit(tx, () => void ran.push('committed'))
      expect(ran).toEqual([])
      await tx.insertInto('settings').values(setting('a')).execute()
    })
    const failed = db.transaction(async tx => {
      db.afterCommit(tx, () => void ran.push('rolled back'))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(ran).toEqual(['committed'])
  })

  it('loses no update when many read and write under one lock (1:4.9.5)', async () => {
    const db = await open()
    await db.transaction(tx => tx.insertInto('settings').values(setting('count', '0')).execute())
    const addOne = () =>
      db.withWriteLock('users', async tx => {
        const row = await tx.selectFrom('settings').select('value').executeTakeFirstOrThrow()
        await tx
          .updateTable('settings')
          .set({ value: String(Number(row.value) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 25 }, addOne))
    const row = await db.read.selectFrom('settings').select('value').executeTakeFirstOrThrow()
    expect(row.value).toBe('25')
  })

  it('refuses a transaction inside a transaction instead of waiting for itself', async () => {
    const db = await open()
    const nested = db.transaction(() => db.transaction(async () => 'never'))
    await expect(nested).rejects.toThrow('A second transaction inside a database transaction')
  })

  it('names a broken unique rule, and keeps our own bad SQL a bug', async () => {
    const db = await open()
    const twice = db.transaction(async tx => {
      await tx.insertInto('settings').values(setting('same')).execute()
      await tx.insertInto('settings').values(setting('same')).execute()
    })
    await expect(twice).rejects.toSatisfy(isUniqueViolation)
    const nonsense = sql`select no_such_column from settings`.execute(db.read)
    await expect(nonsense).rejects.not.toBeInstanceOf(StorageFault)
  })

  it('names every other broken rule and its columns or name, and shows no value', async () => {
    const db = await open()
    const broken = async (statement: RawBuilder<unknown>) => {
      const failed = db.transaction(tx => statement.execute(tx))
      const error = await failed.catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(ConstraintViolation)
      return error as ConstraintViolation
    }
    await db.transaction(tx => sql`create table rules (n integer check (n < 5), t text not null)`.execute(tx))
    const notNull = await broken(sql`insert into rules values (1, null)`)
    expect(notNull.kind).toBe('not_null')
    expect((await broken(sql`insert into rules values (7, 'secret')`)).kind).toBe('check')
    const orphan = sql`insert into calendar_feeds values (999, 'secret', '')`
    expect((await broken(orphan)).kind).toBe('foreign_key')
    const twice = sql`insert into settings values ('secret', '', 0, ''), ('secret', '', 0, '')`
    const unique = await broken(twice)
    expect(unique.message).toMatch(/^A database constraint \(unique: settings[._]\w+\) was violated\.$/)
  })

  it('gives counts and ids as numbers', async () => {
    const db = await open()
    const { total } = await db.read
      .selectFrom('settings')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(0)
  })
})
