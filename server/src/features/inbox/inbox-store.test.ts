import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { describeEachEngine } from '#test/engines.ts'
import * as store from './inbox-store.ts'

const NOW = '2026-11-15T09:00:00.000Z'

async function addUser(database: Database, name: string): Promise<number> {
  return (await database.transaction(tx => insertPlainUser(tx, name, NOW))).id
}

const entry = (user_id: number, alert_id: number, created_at = NOW) => ({
  user_id,
  alert_id,
  type: 'new_movie',
  data: { media_type: 'movie' as const, tmdb_id: 603, title: 'The Matrix', instance_id: 'in_1' },
  created_at,
})

describeEachEngine('the inbox in storage (1:4.14)', open => {
  it('keeps one entry of an alert for each person, newest first, and amends it for all of them', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    await database.transaction(async tx => {
      expect(await store.insertEntries(tx, [entry(ana, 1), entry(bob, 1)])).toEqual([ana, bob])
      expect(await store.insertEntries(tx, [entry(ana, 1), entry(ana, 2)])).toEqual([ana])
      expect(await store.insertEntries(tx, [entry(ana, 2)])).toEqual([])
      await store.amendEntries(tx, 1, { title: 'The Matrix', count: 2 })
    })
    const [newer, older] = await store.listEntries(database.read, ana)
    expect(newer).toMatchObject({ type: 'new_movie', instance_id: 'in_1', read_at: null })
    expect(older?.data).toEqual({ title: 'The Matrix', count: 2 })
    expect(newer?.id).toBeGreaterThan(older?.id ?? 0)
    expect((await store.listEntries(database.read, bob)).map(({ data }) => data.count)).toEqual([2])
  })

  it('renames what is kept of one request, for everybody and without its alert', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    const about = (user_id: number, alert_id: number, request_id: number) => ({
      ...entry(user_id, alert_id),
      type: 'request_pending',
      data: { media_type: 'book' as const, title: 'Mine', title_unverified: true as const, request_id },
    })
    const renamed = await database.transaction(async tx => {
      await store.insertEntries(tx, [about(ana, 1, 7), about(bob, 1, 7), about(ana, 2, 8), entry(ana, 3)])
      return store.renameEntries(tx, 7, 'Low Water')
    })
    expect(new Set(renamed)).toEqual(new Set([ana, bob]))
    const data = (await store.listEntries(database.read, ana)).map(row => row.data)
    expect(data.map(({ title }) => title)).toEqual(['The Matrix', 'Mine', 'Low Water'])
    expect(data[2]).toEqual({ media_type: 'book', title: 'Low Water', request_id: 7 })
  })

  it('marks what is one’s own, once, and all up to one', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    await database.transaction(tx =>
      store.insertEntries(
        tx,
        [1, 2, 3].map(id => entry(ana, id)),
      ),
    )
    const [third, second] = await store.listEntries(database.read, ana)
    const read = (user_id: number, id = 0) =>
      database.transaction(tx => store.markRead(tx, user_id, id, '2026-11-15T10:00:00.000Z'))
    expect(await read(bob, second?.id)).toBe(false)
    expect(await read(ana, second?.id)).toBe(true)
    await database.transaction(tx =>
      store.markAllRead(tx, ana, { through: second?.id ?? 0, read_at: '2026-11-15T11:00:00.000Z' }),
    )
    const rows = await store.listEntries(database.read, ana)
    expect(rows.map(({ read_at }) => read_at?.slice(11, 13) ?? null)).toEqual([null, '10', '11'])
    expect(rows[0]?.id).toBe(third?.id)
  })

  it('is bounded, swept, and gone with its person', async () => {
    const database = await open()
    const [ana, bob] = [await addUser(database, 'ana'), await addUser(database, 'bob')]
    await database.transaction(async tx => {
      await store.insertEntries(
        tx,
        [1, 2, 3, 4].map(id => entry(ana, id)),
      )
      await store.insertEntries(tx, [entry(bob, 1, '2026-08-01T00:00:00.000Z'), entry(bob, 2)])
      await store.trimEntries(tx, ana, 2)
      await store.trimEntries(tx, bob, 2)
      await store.deleteOlder(tx, '2026-08-17T00:00:00.000Z')
    })
    const alerts = async (user_id: number) => (await store.listEntries(database.read, user_id)).length
    expect([await alerts(ana), await alerts(bob)]).toEqual([2, 1])
    await database.transaction(tx => tx.deleteFrom('users').where('id', '=', ana).execute())
    expect(await alerts(ana)).toBe(0)
  })
})
