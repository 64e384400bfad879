import type { Db, Engine } from '../database.ts'
import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

async function people(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', numericId(engine))
    .addColumn('username', 'text', c => c.notNull())
    .addColumn('username_key', 'text', c => c.notNull().unique())
    .addColumn('role', 'text', c => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_enabled', 'integer', c => c.notNull())
    .addColumn('passkey_enabled', 'integer', c => c.notNull())
    .addColumn('ai_shared_enabled', 'integer', c => c.notNull())
    .addColumn('invite_email', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('devices')
    .addColumn('id', 'text', c => c.primaryKey().notNull())
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_name', 'text', c => c.notNull())
    .addColumn('hardware_id', 'text')
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('client_name', 'text')
    .addColumn('refresh_hash', 'text', c => c.unique())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('last_seen_at', 'text', c => c.notNull())
    .addUniqueConstraint('devices_hardware', ['user_id', 'hardware_id'])
    .execute()
}

async function work(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', numericId(engine))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('payload', 'text', c => c.notNull())
    .addColumn('dedupe_key', 'text')
    .addColumn('lane', 'text')
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('run_at', 'text', c => c.notNull())
    .addColumn('wanted_at', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .addUniqueConstraint('jobs_dedupe', ['name', 'dedupe_key'])
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', c => c.primaryKey().notNull())
    .addColumn('leased_by', 'text', c => c.notNull())
    .addColumn('leased_until', 'text', c => c.notNull())
    .execute()
}

export const initialTables: Migration = {
  // Stored in every database, so the name must not change.
  name: '0001-first-floor',
  async up(db, engine) {
    await people(db, engine)
    await work(db, engine)
    await db.schema
      .createTable('settings')
      .addColumn('key', 'text', c => c.primaryKey().notNull())
      .addColumn('value', 'text', c => c.notNull())
      .addColumn('encrypted', 'integer', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
  },
}
