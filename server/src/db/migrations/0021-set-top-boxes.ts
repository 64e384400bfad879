import type { Migration } from '../migrator.ts'

/** Set-top boxes and who may use them (2:4.12). */
export const setTopBoxes: Migration = {
  name: '0021-set-top-boxes',
  async up(db) {
    await db.schema
      .createTable('set_top_boxes')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      // A box is paired once; pairing it again replaces its credentials.
      .addColumn('identifier', 'text', c => c.notNull().unique())
      .addColumn('credentials_box', 'text', c => c.notNull())
      // Counts every edit: an action that began before one is not carried out.
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('set_top_box_grants')
      .addColumn('box_id', 'text', c => c.notNull().references('set_top_boxes.id').onDelete('cascade'))
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('set_top_box_grants_once', ['box_id', 'user_id'])
      .execute()
    await db.schema
      .createIndex('set_top_box_grants_user')
      .on('set_top_box_grants')
      .column('user_id')
      .execute()
    await db.schema
      .createTable('set_top_box_confirmations')
      .addColumn('id_hash', 'text', c => c.primaryKey().notNull())
      .addColumn('box_id', 'text', c => c.notNull().references('set_top_boxes.id').onDelete('cascade'))
      .addColumn('device_id', 'text', c => c.notNull())
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('media_type', 'text', c => c.notNull())
      .addColumn('tmdb_id', 'integer', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .execute()
  },
}
