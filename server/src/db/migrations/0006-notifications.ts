import type { Db, Engine } from '../database.ts'
import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

async function alerts(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', numericId(engine))
    .addColumn('type', 'text', c => c.notNull())
    .addColumn('audience', 'text', c => c.notNull())
    .addColumn('data', 'text', c => c.notNull())
    // Further events with the same topic join this alert for a while (1/4.14).
    .addColumn('topic', 'text')
    .addColumn('parts', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('told_at', 'text')
    .execute()
  await db.schema.createIndex('alerts_topic').on('alerts').columns(['topic', 'created_at']).execute()
  await db.schema.createIndex('alerts_created').on('alerts').column('created_at').execute()
  await db.schema
    .createTable('alert_sends')
    .addColumn('id', numericId(engine))
    .addColumn('alert_id', 'integer', c => c.notNull().references('alerts.id').onDelete('cascade'))
    .addColumn('channel', 'text', c => c.notNull())
    // Null for a channel without an owner, such as a shared chat room.
    .addColumn('user_id', 'integer', c => c.references('users.id').onDelete('cascade'))
    .addColumn('destination', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('next_at', 'text', c => c.notNull())
    .addColumn('fence', 'text')
    .addColumn('detail', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .addUniqueConstraint('alert_sends_once', ['alert_id', 'channel', 'destination'])
    .execute()
  await db.schema
    .createIndex('alert_sends_user')
    .on('alert_sends')
    .columns(['user_id', 'created_at'])
    .execute()
}

async function destinations(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('notification_preferences')
    .addColumn('user_id', 'integer', c => c.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('choices', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .execute()
  // No foreign keys: the gateway must still be notified about a device after it is gone.
  await db.schema
    .createTable('push_tokens')
    .addColumn('device_id', 'text', c => c.primaryKey().notNull())
    .addColumn('user_id', 'integer', c => c.notNull())
    .addColumn('platform', 'text', c => c.notNull())
    .addColumn('token_box', 'text', c => c.notNull())
    .addColumn('token_hash', 'text', c => c.notNull())
    .addColumn('registered_at', 'text')
    .addColumn('removed_at', 'text')
    .addColumn('last_delivered_at', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('push_tokens_user').on('push_tokens').column('user_id').execute()
  await db.schema.createIndex('push_tokens_hash').on('push_tokens').column('token_hash').execute()
  await db.schema
    .createTable('web_push_subscriptions')
    .addColumn('id', numericId(engine))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', c => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', c => c.notNull())
    .addColumn('endpoint_hash', 'text', c => c.notNull())
    .addColumn('p256dh', 'text', c => c.notNull())
    .addColumn('auth_box', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_delivered_at', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('last_error', 'text')
    .addUniqueConstraint('web_push_subscriptions_endpoint', ['endpoint_hash'])
    .execute()
  await db.schema
    .createIndex('web_push_subscriptions_user')
    .on('web_push_subscriptions')
    .column('user_id')
    .execute()
  await db.schema
    .createIndex('web_push_subscriptions_device')
    .on('web_push_subscriptions')
    .column('device_id')
    .execute()
}

async function inbox(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('inbox_entries')
    .addColumn('id', numericId(engine))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    // No foreign key: an entry outlives its alert.
    .addColumn('alert_id', 'integer', c => c.notNull())
    .addColumn('type', 'text', c => c.notNull())
    .addColumn('media_type', 'text')
    .addColumn('tmdb_id', 'integer')
    // No foreign key: an entry outlives its library.
    .addColumn('instance_id', 'text')
    .addColumn('data', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('read_at', 'text')
    .addUniqueConstraint('inbox_entries_once', ['user_id', 'alert_id'])
    .execute()
  await db.schema.createIndex('inbox_entries_user').on('inbox_entries').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('inbox_entries_created').on('inbox_entries').column('created_at').execute()
  await db.schema.createIndex('inbox_entries_alert').on('inbox_entries').column('alert_id').execute()
}

/** 1:4.14: alerts, their destinations and their results (docs/adr/0009). */
export const notifications: Migration = {
  name: '0006-notifications',
  async up(db, engine) {
    await alerts(db, engine)
    await destinations(db, engine)
    await inbox(db, engine)
  },
}
