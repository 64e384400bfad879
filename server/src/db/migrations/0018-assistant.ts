import type { Migration } from '../migrator.ts'

/** Models that people chose for their conversations: keys, linked accounts, and links under way (2:4.6, 2:4.7). */
export const assistant: Migration = {
  name: '0018-assistant',
  async up(db) {
    await db.schema
      .createTable('ai_selections')
      .addColumn('user_id', 'integer', c =>
        c.primaryKey().notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('provider', 'text', c => c.notNull())
      .addColumn('model', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('ai_keys')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('provider', 'text', c => c.notNull())
      // Sealed.
      .addColumn('key_box', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('ai_keys_pk', ['user_id', 'provider'])
      .execute()
    await db.schema
      .createTable('ai_links')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      // `shared`, or `user:7`; the user's own links end with the user.
      .addColumn('owner', 'text', c => c.notNull())
      .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
      .addColumn('provider', 'text', c => c.notNull())
      // Sealed.
      .addColumn('tokens_box', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('email', 'text')
      .addColumn('plan_type', 'text')
      .addColumn('issued_by', 'text', c => c.notNull())
      .addColumn('revision', 'integer', c => c.notNull())
      .addColumn('refused_revision', 'integer')
      .addColumn('renewal_began_at', 'text')
      .addColumn('reconnect_required', 'integer', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .addUniqueConstraint('ai_links_owner', ['owner', 'provider'])
      .execute()
    await db.schema
      .createTable('ai_device_flows')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      .addColumn('owner', 'text', c => c.notNull())
      // Who began it: nobody else may read it.
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device_id', 'text', c => c.notNull())
      .addColumn('provider', 'text', c => c.notNull())
      .addColumn('model', 'text', c => c.notNull())
      // Sealed, both.
      .addColumn('device_code_box', 'text', c => c.notNull())
      .addColumn('tokens_box', 'text')
      .addColumn('status', 'text', c => c.notNull())
      .addColumn('error', 'text')
      .addColumn('interval_seconds', 'integer', c => c.notNull())
      .addColumn('next_poll_at', 'text', c => c.notNull())
      .addColumn('expires_at', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('ai_device_flows_user')
      .on('ai_device_flows')
      .columns(['user_id', 'owner', 'provider'])
      .execute()
  },
}
