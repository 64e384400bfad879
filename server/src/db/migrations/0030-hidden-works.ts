import type { Migration } from '../migrator.ts'

/** Books and albums that an admin keeps out of the catalogue, for everybody. */
export const hiddenWorks: Migration = {
  name: '0030-hidden-works',
  async up(db) {
    await db.schema
      .createTable('hidden_works')
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('foreign_id', 'text', c => c.notNull())
      .addColumn('title', 'text', c => c.notNull())
      // The title stays hidden after the account is gone.
      .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('set null'))
      .addColumn('hidden_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('hidden_works_pk', ['media_type', 'foreign_id'])
      .execute()
    await db.schema.createIndex('hidden_works_user').on('hidden_works').column('user_id').execute()
  },
}
