import type { Migration } from '../migrator.ts'

export const calendarFeeds: Migration = {
  name: '0003-calendar-feeds',
  async up(db) {
    await db.schema
      .createTable('calendar_feeds')
      // One link per person, deleted with the account (1/I).
      .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', c => c.notNull().unique())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
  },
}
