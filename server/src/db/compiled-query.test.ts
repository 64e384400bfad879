import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { isUniqueViolation } from '#kit/storage-fault.ts'
import { defineQuery, inList, onlyRow } from './compiled-query.ts'

interface Row {
  key: string
  value: string
  encrypted: 0 | 1
  updated_at: string
}

const AT = '2026-11-15T09:00:00.000Z'
const row = (key: string, value = key): Row => ({ key, value, encrypted: 0, updated_at: AT })

describeEachEngine('a repeated query', open => {
  it('finds the same by a list of any length, with a few statements', async () => {
    const database = await open()
    await database.transaction(async tx => {
      const rows = Array.from({ length: 9 }, (_, i) => row(`k${i}`))
      await tx.insertInto('settings').values(rows).execute()
    })
    let built = 0
    const find = defineQuery((db, keys: readonly string[]) => {
      built += 1
      return db.selectFrom('settings').select('key').where('key', 'in', keys).orderBy('key')
    })
    for (let count = 1; count <= 9; count += 1) {
      const keys = Array.from({ length: count }, (_, i) => `k${i}`)
      const found = await find(database.read, inList(keys))
      expect(found.map(({ key }) => key)).toEqual(keys)
    }
    // 1, 2, 4, 8 and 16.
    expect(built).toBe(5)
  })

  it('is not kept with more values than anybody asks for twice', async () => {
    const database = await open()
    let built = 0
    const find = defineQuery((db, keys: readonly string[]) => {
      built += 1
      return db.selectFrom('settings').select('key').where('key', 'in', keys)
    })
    const keys = Array.from({ length: 1025 }, (_, i) => `k${i}`)
    expect(inList(keys)).toBe(keys)
    for (let i = 0; i < 2; i += 1) expect(await find(database.read, inList(keys))).toEqual([])
    expect(built).toBe(2)
  })

  it('is built once for each shape, and answers by the values of each call', async () => {
    const database = await open()
    let built = 0
    const insert = defineQuery((db, rows: readonly Row[]) => {
      built += 1
      return db.insertInto('settings').values([...rows])
    })
    const find = defineQuery(
      (db, { keys, value }: { keys: readonly string[]; value?: string | undefined }) => {
        built += 1
        return db
          .selectFrom('settings')
          .select('key')
          .where('key', 'in', keys)
          .$if(value !== undefined, query => query.where('value', '=', value ?? ''))
          .where('encrypted', '=', 0)
          .orderBy('key')
          .limit(2)
      },
    )
    await database.transaction(async tx => {
      await insert(tx, [row('a')])
      await insert(tx, [row('b'), row('c', 'x')])
      await insert(tx, [row('d', 'x')])
    })
    expect(built).toBe(2)
    const keys = async (given: Parameters<typeof find>[1]) =>
      (await find(database.read, given)).map(one => one.key)
    expect(await keys({ keys: ['a', 'd'] })).toEqual(['a', 'd'])
    expect(await keys({ keys: ['d', 'c'] })).toEqual(['c', 'd'])
    expect(await keys({ keys: ['a', 'd'], value: undefined })).toEqual(['a', 'd'])
    expect(await keys({ keys: ['a', 'd'], value: 'x' })).toEqual(['d'])
    expect(await keys({ keys: ['a', 'b'], value: 'x' })).toEqual([])
    expect(await keys({ keys: ['a', 'b', 'c'] })).toEqual(['a', 'b'])
    expect(built).toBe(5)
  })

  it('sees what its transaction wrote, and its faults are in our words', async () => {
    const database = await open()
    const insert = defineQuery((db, given: Row) => db.insertInto('settings').values(given).returning('value'))
    const failed = database.transaction(async tx => {
      expect(onlyRow(await insert(tx, row('a', '1')))).toMatchObject({ value: '1' })
      await insert(tx, row('a', '2'))
    })
    await expect(failed).rejects.toSatisfy(isUniqueViolation)
    expect(await database.read.selectFrom('settings').select('key').execute()).toEqual([])
  })

  it('keeps null a value, and many shapes do not pile up', async () => {
    const database = await open()
    const first = await database.transaction(async tx => {
      const add = defineQuery((db, given: { name: string; dedupe_key: string | null }) =>
        db
          .insertInto('jobs')
          .values({ ...given, payload: '{}', state: 'ready', attempts: 0, ...times })
          .returning(['name', 'dedupe_key']),
      )
      return [
        ...(await add(tx, { name: 'x', dedupe_key: null })),
        ...(await add(tx, { name: 'x', dedupe_key: '' })),
      ].map(job => job.dedupe_key)
    })
    expect(first).toEqual([null, ''])
    const count = defineQuery((db, { names }: { names: readonly string[] }) =>
      db.selectFrom('jobs').select('id').where('name', 'in', names),
    )
    for (let length = 1; length <= 50; length += 1) {
      const names = Array.from({ length }, (_, i) => (i === length - 1 ? 'x' : `y${i}`))
      expect(await count(database.read, { names })).toHaveLength(2)
    }
  })

  it('is refused when it depends on a value: that would be many queries under one text', async () => {
    const database = await open()
    const wrong = defineQuery((db, { least }: { least: number }) =>
      db
        .selectFrom('settings')
        .select('key')
        .limit(least > 3 ? 1 : 2),
    )
    await expect(wrong(database.read, { least: 1 })).rejects.toThrow('not inspect')
  })
})

const times = { run_at: AT, created_at: AT, updated_at: AT }

it('says so when a statement that always answers did not', () => {
  expect(() => onlyRow([])).toThrow('no row')
})
