import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { retiredMatches } from './0008-retired-matches.ts'

const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('deliveries of an older Foyer', (open, engine) => {
  it('that waited for a match are for a person to look at, approved or not (1:3, R13)', async () => {
    const { transaction, read } = await open()
    const rows = [
      ['approved', 'needs_match'],
      ['pending', 'needs_match'],
      ['approved', 'retry'],
    ] as const
    await transaction(async tx => {
      await sql`insert into users (id, username, username_key, role, password_enabled, passkey_enabled,
        ai_shared_enabled, invite_email, created_at) values (1, 'uma', 'uma', 'user', 0, 0, 0, '', ${AT})`.execute(
        tx,
      )
      for (const [i, [decision, state]] of rows.entries()) {
        const id = i + 1
        await sql`insert into requests (id, user_id, media_type, identity, title, title_key, instance_id,
          instance_name, approval_required, decision, created_at, updated_at) values (${id}, 1, 'book', ${`book:${id}`},
          'A book', 'a book', 'in_books', 'Books', 0, ${decision}, ${AT}, ${AT})`.execute(tx)
        await sql`insert into request_deliveries (request_id, format, state, attempts, next_attempt_at, park_reason,
          message, began, created_at, updated_at) values (${id}, 'ebook', ${state}, 2, ${AT}, 'delivery', 'Before', 0,
          ${AT}, ${AT})`.execute(tx)
      }
      await retiredMatches.up(tx, engine)
    })
    const found = await read
      .selectFrom('request_deliveries')
      .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
      .select(['decision', 'state', 'code', 'attempts', 'next_attempt_at', 'park_reason'])
      .orderBy('request_id')
      .execute()
    const retired = { state: 'attention', code: 'catalog_retired', next_attempt_at: null, park_reason: null }
    expect(found).toEqual([
      { decision: 'approved', attempts: 2, ...retired },
      { decision: 'pending', attempts: 2, ...retired },
      {
        decision: 'approved',
        state: 'retry',
        code: null,
        attempts: 2,
        next_attempt_at: AT,
        park_reason: 'delivery',
      },
    ])
  })
})
