import type { Migration } from '../migrator.ts'

/** What arrived lately in each library, for the row on Home. */
export const recentAdditions: Migration = {
  name: '0026-recent-additions',
  async up(db) {
    await db.schema
      .createTable('recent_additions')
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('title_key', 'text', c => c.notNull())
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('tmdb_id', 'integer')
      .addColumn('foreign_id', 'text')
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('added_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('recent_additions_pk', ['instance_id', 'title_key'])
      .execute()
    await db.schema.createIndex('recent_additions_newest').on('recent_additions').column('added_at').execute()
  },
}
