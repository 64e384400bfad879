import type { Migration } from '../migrator.ts'

/** In which apps people watch and listen (2:4.1). An empty choice inherits the instance's default. */
export const appPreferences: Migration = {
  name: '0014-app-preferences',
  async up(db) {
    await db.schema
      .createTable('app_preferences')
      .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('video_invite_server', 'text', c => c.notNull())
      .addColumn('video_account_server_a', 'text', c => c.notNull())
      .addColumn('video_account_server_b', 'text', c => c.notNull())
      .addColumn('listening_ios', 'text', c => c.notNull())
      .addColumn('listening_android', 'text', c => c.notNull())
      .execute()
  },
}
