import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import { presentEntry } from '../list/entry-rules.ts'
import {
  deleteEntry,
  entriesOf,
  forgetOwnTitles,
  insertEntry,
  insertFact,
  listEntries,
} from '../list/entry-store.ts'
import * as store from './item-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const LATER = '2026-11-16T09:00:00.000Z'
const EVERYTHING = { askable: true, released: true, arrived: true }
const MOVIE = { kind: 'movie', item_id: '603', instance_id: '' } as const
const PERSON = { kind: 'person', item_id: '6384', instance_id: '' } as const
const FACTS = { title: 'It', detail: null, poster_path: null, released_on: null, adult: false }

const PLAIN = { request_next_seasons: false, own_title: null, added_at: AT }
const BOOK = { kind: 'book', item_id: 'bp:1', instance_id: 'in_books' } as const

describeEachEngine('what is watched', open => {
  async function begin() {
    const database = await open()
    const [ana, bob] = await database.transaction(async tx => [
      (await insertPlainUser(tx, 'ana', AT)).id,
      (await insertPlainUser(tx, 'bob', AT)).id,
    ])
    return { database, ana: ana ?? 0, bob: bob ?? 0 }
  }

  function put(database: Database, user_id: number, item: typeof MOVIE | typeof PERSON, arrived = true) {
    return database.transaction(async tx => {
      await store.saveItem(tx, item, FACTS, AT)
      const tell = { ...EVERYTHING, arrived }
      await insertEntry(tx, { ...item, ...PLAIN, user_id, tell })
    })
  }

  it('is read once for everybody, when it is due, and keeps a title that is known', async () => {
    const { database, ana, bob } = await begin()
    const { read } = database
    expect(await store.nextCheckAt(read)).toBeNull()
    await put(database, ana, MOVIE)
    await database.transaction(tx => store.saveCheck(tx, MOVIE, { failures: 0, next_check_at: LATER }))
    expect(await store.listDue(read, AT, 9)).toEqual([])
    await database.transaction(tx => store.saveItem(tx, MOVIE, null, AT))
    expect(await store.listDue(read, AT, 9)).toMatchObject([{ title: 'It', title_unverified: 0 }])
    await put(database, bob, MOVIE)
    expect((await entriesOf(read, MOVIE)).map(one => one.user_id)).toEqual([ana, bob])
    expect(await listEntries(read, bob, { kind: 'movie', limit: 5 })).toMatchObject([{ title: 'It' }])
  })

  it('is heard of by those who watch the title or somebody whose it is, each once', async () => {
    const { database, ana, bob } = await begin()
    const part = { part_kind: 'movie', part_id: '603', title: 'It', released_on: null } as const
    await put(database, ana, MOVIE)
    await put(database, ana, PERSON)
    await put(database, bob, PERSON)
    await database.transaction(tx => store.saveParts(tx, PERSON, [part]))
    await database.transaction(tx => store.saveParts(tx, PERSON, [{ ...part, released_on: '2026-12-01' }]))
    expect(await store.partsOf(database.read, PERSON)).toEqual([{ ...part, released_on: '2026-12-01' }])
    const watchers = () => store.arrivalWatchers(database.read, { kind: 'movie', ids: ['603', '604'] })
    expect(await watchers()).toEqual([ana, bob])
    expect(await store.arrivalWatchers(database.read, { kind: 'tv', ids: ['603'] })).toEqual([])
    await database.transaction(tx => deleteEntry(tx, { user_id: bob, ...PERSON }))
    expect(await watchers()).toEqual([ana])
    await put(database, bob, MOVIE, false)
    expect(await watchers()).toEqual([ana])
  })

  it('has no title until a source confirms one, only what each of its watchers called it', async () => {
    const { database, ana, bob } = await begin()
    const { read } = database
    const name = (user_id: number, own_title: string | null) =>
      database.transaction(async tx => {
        await store.saveItem(tx, BOOK, null, AT)
        await insertEntry(tx, { ...BOOK, ...PLAIN, user_id, own_title, tell: EVERYTHING })
      })
    await name(ana, 'Words of Ana')
    await name(bob, 'Words of Bob')
    expect(await store.findItem(read, BOOK)).toMatchObject({ title: '', title_unverified: 1 })
    const listed = async (user_id: number) => (await listEntries(read, user_id)).map(presentEntry)
    const unverified = (title: string) => [{ title, title_unverified: true }]
    expect(await listed(ana)).toMatchObject(unverified('Words of Ana'))
    expect(await listed(bob)).toMatchObject(unverified('Words of Bob'))
    await database.transaction(tx => store.saveItem(tx, BOOK, { ...FACTS, title: 'Confirmed' }, AT))
    for (const user_id of [ana, bob]) expect(await listed(user_id)).toMatchObject([{ title: 'Confirmed' }])
    await database.transaction(tx => forgetOwnTitles(tx, BOOK))
    expect((await entriesOf(read, BOOK)).map(one => one.own_title)).toEqual([null, null])
  })

  it('is told once, and goes with its owner', async () => {
    const { database, ana, bob } = await begin()
    const tell = (user_id: number) =>
      database.transaction(tx => insertFact(tx, user_id, 'released movie:603', AT))
    expect([await tell(ana), await tell(ana), await tell(bob)]).toEqual([true, false, true])
    await put(database, ana, MOVIE)
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', ana).execute())
    expect(await entriesOf(database.read, MOVIE)).toEqual([])
    const left = await database.read.selectFrom('watchlist_facts').select('user_id').execute()
    expect(left).toEqual([{ user_id: bob }])
  })
})
