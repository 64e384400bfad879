import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { createBroadcast } from './broadcast.ts'
import type { Database, Tx } from './database.ts'

const AT = '2026-11-15T09:00:00.000Z'
const LOCK = 'users'

const add = (tx: Tx, key: string) =>
  tx.insertInto('settings').values({ key, value: '1', encrypted: 0, updated_at: AT }).execute()

async function keysOf(db: Database['read']): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').orderBy('key').execute()
  return rows.map(row => row.key)
}

describeEachEngine('a write that shares its commit', open => {
  it('sees all that came before it, as under any write lock (1:4.9.5)', async () => {
    const database = await open()
    const take = (i: number) =>
      database.withSharedCommit(LOCK, async tx => {
        const taken = await keysOf(tx)
        if (taken.length >= 3) throw new Error('full')
        await add(tx, `key ${i}`)
        return taken.length
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => take(i)))
    const places = outcomes.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    expect(places.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
    expect(await keysOf(database.read)).toHaveLength(3)
  })

  it('is undone alone when it throws, with its work after the commit', async () => {
    const database = await open()
    const ran: string[] = []
    const write = (key: string) =>
      database.withSharedCommit(LOCK, async tx => {
        database.afterCommit(tx, () => void ran.push(key))
        await add(tx, key)
        if (key === 'bad') throw new Error('changed my mind')
        return key
      })
    const outcomes = await Promise.allSettled(['a', 'bad', 'b', 'c'].map(write))
    expect(outcomes.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await keysOf(database.read)).toEqual(['a', 'b', 'c'])
    expect(ran.toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('is refused inside a transaction', async () => {
    const database = await open()
    const nested = database.transaction(() => database.withSharedCommit(LOCK, async () => 'never'))
    await expect(nested).rejects.toThrow('A second transaction inside a database transaction')
  })
})

describe('commits on SQLite', () => {
  async function openWatched() {
    const seen: string[] = []
    const commit = { fails: false }
    const database = await openFresh('sqlite', text => {
      seen.push(text)
      if (text === 'commit' && commit.fails) throw new Error('the disk is full')
    })
    seen.length = 0
    const commits = () => seen.filter(text => text === 'commit').length
    return { database, commit, commits }
  }

  it('are one for those who arrive together, and nobody is answered before it', async () => {
    const { database, commits } = await openWatched()
    const before = database.commits() ?? 0
    const answered = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        await database.withSharedCommit(LOCK, tx => add(tx, `key ${i}`))
        return [commits(), (await keysOf(database.read)).length]
      }),
    )
    expect(answered).toEqual(Array.from({ length: 8 }, () => [1, 8]))
    expect(database.commits()).toBe(before + 1)
  })

  it('carry the messages of each that was kept: the same words of two people are two messages', async () => {
    const { database, commits } = await openWatched()
    const log = { warn: () => {}, error: () => {} }
    const broadcast = createBroadcast(database, { clock: createTestClock(), log })
    const heard: unknown[] = []
    broadcast.on('x', ({ word }) => void heard.push([word, commits()]))
    const say = (word: string) =>
      database.withSharedCommit(LOCK, async tx => {
        await broadcast.send(tx, { kind: 'x', word })
        if (word === 'bad') throw new Error('no')
      })
    await Promise.allSettled(['a', 'bad', 'a', 'b'].map(say))
    expect(heard).toEqual([
      ['a', 1],
      ['a', 1],
      ['b', 1],
    ])
  })

  it('lose all of it together when they fail, and everybody hears so', async () => {
    const { database, commit } = await openWatched()
    const ran: string[] = []
    const write = (key: string) =>
      database.withSharedCommit(LOCK, async tx => {
        database.afterCommit(tx, () => void ran.push(key))
        await add(tx, key)
      })
    commit.fails = true
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(write))
    expect(outcomes.map(one => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 3 }, () => 'Error: the disk is full'),
    )
    commit.fails = false
    expect([await keysOf(database.read), ran]).toEqual([[], []])
    await Promise.all(['d', 'e'].map(write))
    expect([await keysOf(database.read), ran]).toEqual([
      ['d', 'e'],
      ['d', 'e'],
    ])
  })

  it('lose all of it too when the engine gave up the whole transaction under one of them', async () => {
    const { database } = await openWatched()
    const write = (key: string) =>
      database.withSharedCommit(LOCK, async tx => {
        await add(tx, key)
        // As SQLite does by itself when the disk is full.
        if (key === 'b') await sql`rollback`.execute(tx)
        if (key === 'b') throw new Error('no room')
      })
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(write))
    expect(outcomes.map(one => one.status === 'rejected' && String(one.reason))).toEqual(
      Array.from({ length: 3 }, () => 'Error: no room'),
    )
    expect(await keysOf(database.read)).toEqual([])
    await write('d')
    expect(await keysOf(database.read)).toEqual(['d'])
  })

  it('let each transaction know the one it began from, which is never one that came to nothing', async () => {
    const { database, commit } = await openWatched()
    const seen: { name: string; tx: Tx; previous: Tx | null }[] = []
    const note = (name: string) => async (tx: Tx) => {
      seen.push({ name, tx, previous: database.previous() })
      await add(tx, name)
      if (name.startsWith('bad')) throw new Error('no')
    }
    const shared = (...names: string[]) =>
      Promise.allSettled(names.map(name => database.withSharedCommit(LOCK, note(name))))
    await database.transaction(note('a'))
    await Promise.allSettled([database.transaction(note('bad 1'))])
    await shared('b', 'bad 2', 'c')
    await database.transaction(note('d'))
    commit.fails = true
    await shared('lost 1', 'lost 2')
    commit.fails = false
    await database.transaction(note('e'))
    const nameOf = (tx: Tx | null) => seen.find(one => one.tx === tx)?.name ?? null
    expect(seen.map(({ name, previous }) => [name, nameOf(previous)]).slice(1)).toEqual([
      ['bad 1', 'a'],
      ['b', 'a'],
      ['bad 2', 'b'],
      ['c', 'b'],
      ['d', 'c'],
      ['lost 1', 'd'],
      ['lost 2', 'lost 1'],
      ['e', null],
    ])
  })
})
