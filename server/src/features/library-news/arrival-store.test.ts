import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { instanceRow } from '#test/instance-row.ts'
import * as store from './arrival-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const arrival = (title_key: string, source: 'webhook' | 'history' = 'webhook', arrived_at = AT) => ({
  title_key,
  download_id: 'd1',
  source,
  arrived_at,
})

describeEachEngine('arrivals', open => {
  async function begin() {
    const database = await open()
    await database.transaction(async tx => {
      for (const id of ['in_a', 'in_b']) {
        await tx
          .insertInto('instances')
          .values(instanceRow(id, 'movie_manager', { name: id }))
          .execute()
      }
    })
    return database
  }

  it('are remembered once for each source, by library, until they are old', async () => {
    const database = await begin()
    const old = arrival('movie:2', 'history', '2026-11-01T09:00:00.000Z')
    await database.transaction(async tx => {
      const remember = (...remembered: ReturnType<typeof arrival>[]) =>
        store.replaceArrivals(tx, 'in_a', { remembered, forgotten: [] })
      await remember(arrival('movie:1'), old)
      await remember(arrival('movie:1'), arrival('movie:1', 'history'))
    })
    const of = (id: string) => store.arrivalsOf(database.read, id, ['movie:1', 'movie:2'])
    expect(await of('in_a')).toHaveLength(3)
    expect(await of('in_b')).toEqual([])
    await database.transaction(tx => store.forgetArrivals(tx, AT))
    expect(await of('in_a')).toHaveLength(2)
    await database.transaction(tx => tx.deleteFrom('instances').where('id', '=', 'in_a').execute())
    expect(await of('in_a')).toEqual([])
  })

  it('are forgotten one by one for another, and all with what a library was', async () => {
    const database = await begin()
    const [first, second] = [arrival('movie:1'), arrival('movie:1', 'history')]
    const of = (id: string) => store.arrivalsOf(database.read, id, ['movie:1'])
    await database.transaction(async tx => {
      for (const id of ['in_a', 'in_b'])
        await store.replaceArrivals(tx, id, { remembered: [first, second], forgotten: [] })
      const third = { ...first, download_id: 'd2' }
      await store.replaceArrivals(tx, 'in_a', { remembered: [third], forgotten: [first] })
    })
    expect((await of('in_a')).map(one => one.download_id + one.source).toSorted()).toEqual([
      'd1history',
      'd2webhook',
    ])
    await database.transaction(tx => store.forgetArrivalsOf(tx, 'in_a'))
    expect([await of('in_a'), (await of('in_b')).length]).toEqual([[], 2])
  })

  it('are looked for from a moment that moves on', async () => {
    const database = await begin()
    const save = (since: string) => database.transaction(tx => store.saveCursor(tx, 'in_a', since))
    expect(await store.findCursor(database.read, 'in_a')).toBeUndefined()
    await save(AT)
    await save('2026-11-16T09:00:00.000Z')
    expect(await store.findCursor(database.read, 'in_a')).toBe('2026-11-16T09:00:00.000Z')
    expect(await store.findCursor(database.read, 'in_b')).toBeUndefined()
  })
})
