import type { Migration } from '../migrator.ts'

/** A decision on a request that is applied after a few seconds and can be undone until then. */
export const delayedDecisions: Migration = {
  name: '0010-delayed-decisions',
  async up(db) {
    await db.schema
      .createTable('request_decisions')
      .addColumn('request_id', 'integer', c => c.primaryKey().references('requests.id').onDelete('cascade'))
      .addColumn('verdict', 'text', c => c.notNull())
      .addColumn('change', 'text', c => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('decided_by', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('due_at', 'text', c => c.notNull())
      .addColumn('failed_code', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
  },
}
