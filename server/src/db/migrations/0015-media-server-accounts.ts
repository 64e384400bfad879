import type { Migration } from '../migrator.ts'

/** Accounts on media servers (2:3, 2:4.13). */
export const mediaServerAccounts: Migration = {
  name: '0015-media-server-accounts',
  async up(db) {
    await db.schema
      .createTable('media_server_accounts')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('remote_user_id', 'text', c => c.notNull())
      .addColumn('remote_username', 'text', c => c.notNull())
      .addColumn('created_by_app', 'integer', c => c.notNull())
      .addColumn('manage_access', 'integer', c => c.notNull())
      // What Foyer last applied or saw, not what the server says now.
      .addColumn('disabled', 'integer', c => c.notNull())
      .addColumn('administrator', 'integer', c => c.notNull())
      .addColumn('access_sync_pending', 'integer', c => c.notNull())
      // Only a share that Foyer removed itself is shared again (2:4.13.1).
      .addColumn('removed_by_app', 'integer', c => c.notNull())
      .addColumn('invited_at', 'text')
      .addColumn('created_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('media_server_accounts_key', ['user_id', 'instance_id'])
      .addUniqueConstraint('media_server_accounts_remote', ['instance_id', 'remote_user_id'])
      .execute()
    await db.schema
      .createTable('media_server_attempts')
      .addColumn('id', 'text', c => c.primaryKey().notNull())
      // Without a reference: what was begun for a user is cleaned up after that user is gone.
      .addColumn('user_id', 'integer', c => c.notNull())
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('remote_username', 'text', c => c.notNull())
      .addColumn('known_ids', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('media_server_removals')
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('remote_user_id', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('media_server_removals_key', ['instance_id', 'remote_user_id'])
      .execute()
    await db.schema
      .createTable('media_server_suppressions')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('media_server_suppressions_key', ['user_id', 'instance_id'])
      .execute()
    await db.schema
      .createTable('audiobook_policies')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
      .addColumn('mode', 'text', c => c.notNull())
      .addColumn('library_ids', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('audiobook_policies_key', ['user_id', 'instance_id'])
      .execute()
  },
}
