import type { Migration } from '../migrator.ts'

export const bookLists: Migration = {
  name: '0005-book-lists',
  async up(db) {
    await db.schema
      .createTable('book_list_connections')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('method', 'text', c => c.notNull())
      .addColumn('secret_box', 'text', c => c.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('generation', 'integer', c => c.notNull())
      .addColumn('renewal_began_at', 'text')
      .addColumn('reconnect_required', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('book_list_selections')
      .addColumn('instance_id', 'text', c =>
        c.primaryKey().notNull().references('instances.id').onDelete('cascade'),
      )
      .addColumn('connection_id', 'text', c => c.references('book_list_connections.id').onDelete('set null'))
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('book_list_selections_connection')
      .on('book_list_selections')
      .column('connection_id')
      .execute()
    await db.schema
      .createTable('book_list_flows')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('device_code_box', 'text', c => c.notNull())
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('error', 'text')
      .addColumn('connection_id', 'text')
      .addColumn('interval_seconds', 'integer', c => c.notNull())
      .addColumn('next_poll_at', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('book_list_flows_instance')
      .on('book_list_flows')
      .columns(['instance_id', 'status'])
      .execute()
  },
}
