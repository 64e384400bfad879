import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { ownTitles } from './0032-own-titles.ts'

const AT = '2026-11-15T09:00:00.000Z'
const UMA = 1
const BOB = 2

/** Everything of one book library, by the text that its watchers shared. */
const ITEMS = [
  { item_id: 'bp:1', title: 'Of whom?', unverified: 1, watchers: [UMA] },
  { item_id: 'bp:2', title: 'Of one of them', unverified: 1, watchers: [UMA, BOB] },
  { item_id: 'bp:3', title: 'Confirmed', unverified: 0, watchers: [BOB] },
]

describeEachEngine('titles that nobody has confirmed, of an older Foyer', (open, engine) => {
  it('are shown to nobody, and still what their library is searched by', async () => {
    const { transaction, read } = await open()
    await transaction(async tx => {
      await tx.schema.alterTable('watchlist_entries').dropColumn('own_title').execute()
      for (const [id, name] of [
        [UMA, 'uma'],
        [BOB, 'bob'],
      ] as const)
        await sql`insert into users (id, username, username_key, role, password_enabled, passkey_enabled,
          ai_shared_enabled, invite_email, created_at) values (${id}, ${name}, ${name}, 'user', 0, 0, 0, '',
          ${AT})`.execute(tx)
      for (const { item_id, title, unverified, watchers } of ITEMS) {
        await sql`insert into watched_items (kind, item_id, instance_id, title, title_unverified, adult, failures,
          next_check_at) values ('book', ${item_id}, 'in_books', ${title}, ${unverified}, 0, 0, ${AT})`.execute(
          tx,
        )
        for (const user_id of watchers)
          await sql`insert into watchlist_entries (user_id, kind, item_id, instance_id, tell_askable, tell_released,
            tell_arrived, request_next_seasons, askable, added_at)
            values (${user_id}, 'book', ${item_id}, 'in_books', 1, 1, 1, 0, 'unknown', ${AT})`.execute(tx)
      }
      await ownTitles.up(tx, engine)
    })
    const entries = await read
      .selectFrom('watchlist_entries')
      .select(['item_id', 'user_id', 'own_title'])
      .orderBy('id')
      .execute()
    expect(entries).toEqual(
      ITEMS.flatMap(({ item_id, watchers }) =>
        watchers.map(user_id => ({ item_id, user_id, own_title: null })),
      ),
    )
    const items = await read.selectFrom('watched_items').select('title').orderBy('item_id').execute()
    expect(items.map(({ title }) => title)).toEqual(ITEMS.map(({ title }) => title))
  })
})
