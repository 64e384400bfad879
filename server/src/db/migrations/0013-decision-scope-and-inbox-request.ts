import { sql } from 'kysely'
import type { Migration } from '../migrator.ts'

/**
 * Keeps the facts read from outside with a decision until it is applied. Inbox entries are found by their request, so
 * that a title that is verified late (C69) reaches them after their alert is gone.
 */
export const decisionScopeAndInboxRequest: Migration = {
  name: '0013-decision-scope-and-inbox-request',
  async up(db, engine) {
    await db.schema.alterTable('request_decisions').addColumn('scope', 'text').execute()
    await db.schema.alterTable('inbox_entries').addColumn('request_id', 'integer').execute()
    await (engine === 'sqlite'
      ? sql`update inbox_entries set request_id = json_extract(data, '$.request_id')`
      : sql`update inbox_entries set request_id = (data::json ->> 'request_id')::integer`
    ).execute(db)
    await db.schema.createIndex('inbox_entries_request').on('inbox_entries').column('request_id').execute()
  },
}
