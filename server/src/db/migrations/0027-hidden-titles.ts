import type { Migration } from '../migrator.ts'

/** Titles that an admin keeps out of the catalogue, for everybody. */
export const hiddenTitles: Migration = {
  name: '0027-hidden-titles',
  async up(db) {
    await db.schema
      .createTable('hidden_titles')
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('tmdb_id', 'integer', c => c.notNull())
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('poster_path', 'text')
      // The title stays hidden after the account is gone.
      .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('set null'))
      .addColumn('hidden_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('hidden_titles_pk', ['media_type', 'tmdb_id'])
      .execute()
    await db.schema.createIndex('hidden_titles_user').on('hidden_titles').column('user_id').execute()
  },
}
