import type { Db } from '../database.ts'
import type { Migration } from '../migrator.ts'

async function signInMethods(db: Db): Promise<void> {
  await db.schema
    .createTable('connect_tokens')
    // One unredeemed link per user: a newer one replaces it (1/4.1).
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', c => c.notNull().unique())
    .addColumn('public_key', 'text', c => c.notNull())
    .addColumn('counter', 'integer', c => c.notNull())
    .addColumn('transports', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_used_at', 'text')
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
  await db.schema
    .createTable('passkey_setup_tokens')
    .addColumn('token_hash', 'text', c => c.primaryKey().notNull())
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', c => c.notNull())
    .execute()
}

async function limits(db: Db): Promise<void> {
  await db.schema
    .createTable('content_policies')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('max_movie_rating', 'text', c => c.notNull())
    .addColumn('max_tv_rating', 'text', c => c.notNull())
    .addColumn('rating_region', 'text', c => c.notNull())
    .addColumn('block_unrated', 'integer', c => c.notNull())
    .addColumn('blocked_movie_genres', 'text', c => c.notNull())
    .addColumn('blocked_tv_genres', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .execute()
}

async function instances(db: Db): Promise<void> {
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('service_type', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('name_key', 'text', c => c.notNull())
    .addColumn('url', 'text', c => c.notNull())
    .addColumn('api_key_box', 'text')
    .addColumn('is_default', 'integer', c => c.notNull())
    .addColumn('sort_order', 'integer', c => c.notNull())
    .addColumn('media_path_mappings', 'text', c => c.notNull())
    .addColumn('server_config', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .addUniqueConstraint('instances_name', ['service_type', 'name_key'])
    .execute()
  await db.schema
    .createTable('instance_grants')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
    .addColumn('created_at', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('instance_grants_key', ['user_id', 'instance_id'])
    .execute()
  await db.schema
    .createIndex('instance_grants_instance')
    .on('instance_grants')
    .column('instance_id')
    .execute()
  await db.schema
    .createTable('instance_pins')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('service_type', 'text', c => c.notNull())
    .addColumn('instance_id', 'text', c => c.notNull().references('instances.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('instance_pins_key', ['user_id', 'service_type'])
    .execute()
  await db.schema.createIndex('instance_pins_instance').on('instance_pins').column('instance_id').execute()
  await db.schema
    .createTable('instance_webhooks')
    .addColumn('instance_id', 'text', c =>
      c.primaryKey().notNull().references('instances.id').onDelete('cascade'),
    )
    .addColumn('credential_hash', 'text', c => c.notNull())
    // Valid beside the new one until the manager has accepted the new one (1/I).
    .addColumn('former_hash', 'text')
    // The new one, sealed, until then: a second attempt must not create a third.
    .addColumn('pending_box', 'text')
    .addColumn('callback_url', 'text', c => c.notNull())
    .addColumn('accepted_at', 'text')
    .execute()
}

export const peopleAndInstances: Migration = {
  name: '0002-people-and-instances',
  async up(db) {
    await signInMethods(db)
    await limits(db)
    await instances(db)
  },
}
