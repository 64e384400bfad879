import type { Database } from '#db/database.ts'
import { expect, it } from 'vitest'
import { insertPlainUser } from '#features/sessions/index.ts'
import { createTestClock } from '#test/test-clock.ts'
import { describeEachEngine } from '#test/engines.ts'
import { changeEntry, entriesOf, type EntryRow, insertEntry } from '../list/entry-store.ts'
import { saveItem } from './item-store.ts'
import { createNextSeasons } from './next-seasons.ts'

const SHOW = { kind: 'tv', item_id: '1399', instance_id: '' } as const
const tell = { askable: true, released: true, arrived: true }
const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('next seasons', open => {
  it('are not requested for somebody who switched that off during the check', async () => {
    const database = await open()
    const clock = createTestClock()
    const day = clock.now().toISOString().slice(0, 10)
    const season = (part_id: string) =>
      ({ part_kind: 'season', part_id, title: 'It', released_on: day }) as const
    const requested: unknown[] = []
    const next_seasons = createNextSeasons({
      database,
      clock,
      log: { info: () => undefined },
      settings: { read: async () => ({ next_seasons_allowed: true }) as never },
      async createRequest(_caller, { seasons }) {
        requested.push(seasons)
        if (requested.length === 1) await switchOff(database, entry)
      },
    })
    const entry = await watch(database)
    const caller = { user_id: entry.user_id, username: 'ana', role: 'user', device_id: 'watchlist' } as const
    await next_seasons.requestFor(caller, { ...entry, seasons_after: 1 }, [season('2'), season('3')])
    expect(requested).toEqual([[2]])
    // Nor is it remembered where they would begin: that is decided when it is switched on again.
    await next_seasons.requestFor(caller, entry, [season('2')])
    expect(await entriesOf(database.read, SHOW)).toMatchObject([{ seasons_after: null }])
  })
})

async function watch(database: Database): Promise<EntryRow> {
  await database.transaction(async tx => {
    const { id: user_id } = await insertPlainUser(tx, 'ana', AT)
    const facts = { title: 'It', detail: null, poster_path: null, released_on: null, adult: false }
    await saveItem(tx, SHOW, facts, AT)
    const chosen = { tell, request_next_seasons: true, own_title: null }
    await insertEntry(tx, { ...SHOW, user_id, ...chosen, added_at: AT })
  })
  const [entry] = await entriesOf(database.read, SHOW)
  if (!entry) throw new Error('nothing is watched')
  return entry
}

const switchOff = (database: Database, { id }: EntryRow) =>
  database.transaction(tx => changeEntry(tx, id, { tell, request_next_seasons: false }))
