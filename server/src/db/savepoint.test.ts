import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { ConstraintViolation } from '#kit/storage-fault.ts'
import type { Database, Tx } from './database.ts'

const AT = '2026-11-15T09:00:00.000Z'

const add = (tx: Tx, key: string) =>
  tx.insertInto('settings').values({ key, value: '1', encrypted: 0, updated_at: AT }).execute()

async function keysOf(db: Database['read']): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').orderBy('key').execute()
  return rows.map(row => row.key)
}

describeEachEngine('a part of a transaction', open => {
  it('fails alone, also when the database itself refused it', async () => {
    const database = await open()
    const tried = await database.transaction(async tx => {
      await add(tx, 'before')
      const failed = await database.attempt(tx, async part => {
        await add(part, 'undone')
        await add(part, 'before')
      })
      await add(tx, 'after')
      return failed
    })
    expect(tried).toEqual({ ok: false, error: expect.any(ConstraintViolation) as unknown })
    expect(await keysOf(database.read)).toEqual(['after', 'before'])
  })

  it('is saved with the rest, and lost with it', async () => {
    const database = await open()
    const write = (key: string, fails: boolean) =>
      database.transaction(async tx => {
        const tried = await database.attempt(tx, async part => void (await add(part, key)))
        expect(tried.ok).toBe(true)
        if (fails) throw new Error('changed my mind')
      })
    await write('kept', false)
    await expect(write('lost', true)).rejects.toThrow('changed my mind')
    expect(await keysOf(database.read)).toEqual(['kept'])
  })

  it('does its work after the commit only if it succeeded', async () => {
    const database = await open()
    const ran: string[] = []
    const parts = ['good', 'bad', 'outer with bad']
    await database.transaction(async tx => {
      for (const name of parts) {
        await database.attempt(tx, async part => {
          database.afterCommit(part, () => void ran.push(name))
          if (name === 'bad') throw new Error('no')
          await database.attempt(part, async () => {
            throw new Error('an inner one')
          })
        })
      }
      expect(ran).toEqual([])
    })
    expect(ran).toEqual(['good', 'outer with bad'])
  })

  it('fails alone among those who share a commit', async () => {
    const database = await open()
    const write = (key: string) =>
      database.withSharedCommit('users', async tx => {
        await add(tx, key)
        return database.attempt(tx, async part => {
          await add(part, `${key} more`)
          if (key === 'b') throw new Error('no')
        })
      })
    const all = await Promise.all(['a', 'b', 'c'].map(write))
    expect(all.map(one => one.ok)).toEqual([true, false, true])
    expect(await keysOf(database.read)).toEqual(['a', 'a more', 'b', 'c', 'c more'])
  })
})
