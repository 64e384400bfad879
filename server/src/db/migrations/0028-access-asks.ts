import type { Migration } from '../migrator.ts'

/** Who asked for access to book or music libraries: at most one open ask per person and medium. */
export const accessAsks: Migration = {
  name: '0028-access-asks',
  async up(db) {
    await db.schema
      .createTable('access_asks')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('state', 'text', c => c.notNull())
      .addColumn('asked_at', 'text', c => c.notNull())
      .addColumn('decided_at', 'text')
      .addPrimaryKeyConstraint('access_asks_pk', ['user_id', 'media_type'])
      .execute()
    await db.schema.createIndex('access_asks_state').on('access_asks').column('state').execute()
  },
}
