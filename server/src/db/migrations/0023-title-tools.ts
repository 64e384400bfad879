import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

/** Trailers for kids accounts, and the log of titles that admins removed from a library. */
export const titleTools: Migration = {
  name: '0023-title-tools',
  async up(db, engine) {
    await db.schema
      .alterTable('content_policies')
      .addColumn('trailers_allowed', 'integer', c => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('library_removals')
      .addColumn('id', numericId(engine))
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('tmdb_id', 'integer', c => c.notNull())
      .addColumn('instance_id', 'text', c => c.notNull())
      // Stays readable after the instance is gone.
      .addColumn('instance_name', 'text', c => c.notNull())
      .addColumn('record_id', 'integer', c => c.notNull())
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('folder', 'text', c => c.notNull())
      // JSON: the name and size of each file.
      .addColumn('files', 'text', c => c.notNull())
      .addColumn('delete_files', 'integer', c => c.notNull())
      .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('set null'))
      .addColumn('state', 'text', c => c.notNull())
      .addColumn('started_at', 'text', c => c.notNull())
      .addColumn('ended_at', 'text')
      .execute()
    await db.schema
      .createIndex('library_removals_title')
      .on('library_removals')
      .columns(['media_type', 'tmdb_id', 'id'])
      .execute()
    await db.schema.createIndex('library_removals_user').on('library_removals').column('user_id').execute()
  },
}
