import type { Migration } from '../migrator.ts'

/** C60: the state of webhooks in managers, and announced arrivals. */
export const webhookStates: Migration = {
  name: '0009-webhook-states',
  async up(db) {
    await db.schema.alterTable('instance_webhooks').addColumn('refused_at', 'text').execute()
    await db.schema
      .createTable('webhook_states')
      .addColumn('instance_id', 'text', c =>
        c.primaryKey().notNull().references('instances.id').onDelete('cascade'),
      )
      .addColumn('state', 'text', c => c.notNull())
      .addColumn('is_lost', 'integer', c => c.notNull())
      .addColumn('is_reported', 'integer', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('library_arrivals')
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('title_key', 'text', c => c.notNull())
      .addColumn('download_id', 'text', c => c.notNull())
      .addColumn('source', 'text', c => c.notNull())
      .addColumn('arrived_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('library_arrivals_key', ['instance_id', 'title_key', 'download_id', 'source'])
      .execute()
    await db.schema.createIndex('library_arrivals_time').on('library_arrivals').column('arrived_at').execute()
    await db.schema
      .createTable('arrival_cursors')
      .addColumn('instance_id', 'text', c =>
        c.primaryKey().notNull().references('instances.id').onDelete('cascade'),
      )
      .addColumn('since', 'text', c => c.notNull())
      .execute()
  },
}
