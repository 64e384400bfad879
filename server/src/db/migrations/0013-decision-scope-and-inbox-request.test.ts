import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeEachEngine } from '#test/engines.ts'
import { decisionScopeAndInboxRequest } from './0013-decision-scope-and-inbox-request.ts'

const AT = '2026-11-15T09:00:00.000Z'

describeEachEngine('notifications of an older Foyer', (open, engine) => {
  it('are found by the request they are about', async () => {
    const { transaction, read } = await open()
    await transaction(async tx => {
      await tx.schema.dropIndex('inbox_entries_request').execute()
      await tx.schema.alterTable('inbox_entries').dropColumn('request_id').execute()
      await tx.schema.alterTable('request_decisions').dropColumn('scope').execute()
      await sql`insert into users (id, username, username_key, role, password_enabled, passkey_enabled,
        ai_shared_enabled, invite_email, created_at) values (1, 'uma', 'uma', 'user', 0, 0, 0, '', ${AT})`.execute(
        tx,
      )
      for (const [i, data] of [{ title: 'It', request_id: 7 }, { title: 'It' }].entries())
        await sql`insert into inbox_entries (user_id, alert_id, type, data, created_at)
          values (1, ${i + 1}, 'request_pending', ${JSON.stringify(data)}, ${AT})`.execute(tx)
      await decisionScopeAndInboxRequest.up(tx, engine)
    })
    const found = await read.selectFrom('inbox_entries').select('request_id').orderBy('id').execute()
    expect(found).toEqual([{ request_id: 7 }, { request_id: null }])
  })
})
