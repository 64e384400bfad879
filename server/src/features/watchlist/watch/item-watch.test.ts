import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import { Refusal } from '#kit/refusal.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import { presentEntry } from '../list/entry-rules.ts'
import { insertEntry, listEntries } from '../list/entry-store.ts'
import { findItem, saveItem } from './item-store.ts'
import { createItemWatch } from './item-watch.ts'

const BOOK = { kind: 'book', item_id: 'bp:1', instance_id: 'in_books' } as const
const AT = '2026-11-15T09:00:00.000Z'
const NOTHING = { askable: false, released: false, arrived: false }

describeEachEngine('the watch of a book that its library has not named', open => {
  /** Two people call it differently; the library finds it by one text only. */
  async function look(found_by: string, otherwise: Error = new Refusal('unavailable')) {
    const database = await open()
    const people: number[] = []
    await database.transaction(async tx => {
      for (const name of ['ana', 'bob']) {
        const { id: user_id } = await insertPlainUser(tx, name, AT)
        const entry = { tell: NOTHING, request_next_seasons: false, own_title: `Words of ${name}` }
        await saveItem(tx, BOOK, null, AT)
        await insertEntry(tx, { ...BOOK, ...entry, user_id, added_at: AT })
        people.push(user_id)
      }
    })
    const searched: string[] = []
    const lookAt = createItemWatch({
      database,
      clock: createTestClock(),
      log: { info: () => undefined },
      alerts: { raise: async () => undefined },
      async readItem(_item, { title }) {
        searched.push(title)
        if (title !== found_by) throw otherwise
        const rest = { detail: null, poster_path: null, released_on: null, adult: false }
        return { title: 'Confirmed', ...rest, parts: async () => [] }
      },
      checkAskable: async () => 'unknown',
      next_seasons: { requestFor: async () => undefined },
    })
    const item = await findItem(database.read, BOOK)
    if (!item) throw new Error('nothing is watched')
    await lookAt(item, { assertHeld: async () => undefined, signal: new AbortController().signal })
    const listed = await Promise.all(people.map(user_id => listEntries(database.read, user_id)))
    return { searched, titles: listed.flat().map(row => presentEntry(row).title) }
  }

  it('finds it by the words of any of them, and then calls it for all as the library does', async () => {
    expect(await look('Words of bob')).toEqual({
      searched: ['Words of ana', 'Words of bob'],
      titles: ['Confirmed', 'Confirmed'],
    })
  })

  it('leaves each their own words while no library finds it, and does not ask on where nobody answers', async () => {
    const titles = ['Words of ana', 'Words of bob']
    expect(await look('Neither')).toEqual({ searched: titles, titles })
    const unreadable = new Refusal('upstream_failed')
    expect(await look('Neither', unreadable)).toEqual({ searched: ['Words of ana'], titles })
  })
})
