import type { Migration } from '../migrator.ts'

/** The language and time zone of people (C58). Empty inherits the server's. */
export const preferences: Migration = {
  name: '0022-preferences',
  async up(db) {
    await db.schema
      .createTable('person_preferences')
      .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('language', 'text', c => c.notNull())
      .addColumn('timezone', 'text', c => c.notNull())
      .execute()
  },
}
