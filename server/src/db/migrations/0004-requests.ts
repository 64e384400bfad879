import type { Db, Engine } from '../database.ts'
import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

async function requests(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('id', numericId(engine))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('made_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('media_type', 'text', c => c.notNull())
    .addColumn('identity', 'text', c => c.notNull())
    .addColumn('tmdb_id', 'integer')
    .addColumn('tvdb_id', 'integer')
    .addColumn('foreign_id', 'text')
    .addColumn('catalog_provider', 'text')
    .addColumn('catalog_id', 'text')
    .addColumn('title', 'text', c => c.notNull())
    .addColumn('title_key', 'text', c => c.notNull())
    .addColumn('search_term', 'text')
    .addColumn('poster_path', 'text')
    // No foreign key: requests outlive their library (1/I).
    .addColumn('instance_id', 'text', c => c.notNull())
    .addColumn('instance_name', 'text', c => c.notNull())
    .addColumn('season_scope', 'text')
    .addColumn('seasons', 'text')
    .addColumn('quality_profile_id', 'integer')
    .addColumn('match', 'text')
    .addColumn('repair_of', 'integer', c => c.references('requests.id').onDelete('set null'))
    .addColumn('approval_required', 'integer', c => c.notNull())
    .addColumn('decision', 'text', c => c.notNull())
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('deny_reason', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .execute()
  await db.schema.createIndex('requests_user').on('requests').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('requests_decision').on('requests').columns(['decision', 'id']).execute()
  await db.schema
    .createIndex('requests_identity')
    .on('requests')
    .columns(['identity', 'instance_id', 'id'])
    .execute()
  await db.schema.createIndex('requests_repair').on('requests').column('repair_of').execute()
  await db.schema
    .createTable('request_subscribers')
    .addColumn('request_id', 'integer', c => c.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    // Empty unless it is a book: one row for each format this person wants (1:4.8.3).
    .addColumn('format', 'text', c => c.notNull())
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('cancelled_at', 'text')
    .addPrimaryKeyConstraint('request_subscribers_key', ['request_id', 'user_id', 'format'])
    .execute()
  await db.schema
    .createIndex('request_subscribers_user')
    .on('request_subscribers')
    .columns(['user_id', 'request_id'])
    .execute()
}

async function deliveries(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('request_deliveries')
    .addColumn('id', numericId(engine))
    .addColumn('request_id', 'integer', c => c.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('format', 'text', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('last_attempt_at', 'text')
    .addColumn('next_attempt_at', 'text')
    .addColumn('park_reason', 'text')
    .addColumn('code', 'text')
    .addColumn('message', 'text', c => c.notNull())
    .addColumn('began', 'integer', c => c.notNull())
    .addColumn('waiting_since', 'text')
    .addColumn('record_id', 'integer')
    .addColumn('canonical_foreign_id', 'text')
    .addColumn('receipt', 'text')
    .addColumn('created_at', 'text', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .addUniqueConstraint('request_deliveries_key', ['request_id', 'format'])
    .execute()
  await db.schema
    .createIndex('request_deliveries_state')
    .on('request_deliveries')
    .columns(['state', 'request_id'])
    .execute()
}

async function allowances(db: Db, engine: Engine): Promise<void> {
  await db.schema
    .createTable('request_charges')
    .addColumn('id', numericId(engine))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('media_type', 'text', c => c.notNull())
    .addColumn('book_format', 'text', c => c.notNull())
    .addColumn('instance_id', 'text', c => c.notNull())
    .addColumn('unit', 'text', c => c.notNull())
    .addColumn('request_id', 'integer', c => c.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('charged_at', 'text', c => c.notNull())
    .addColumn('began', 'integer', c => c.notNull())
    .addColumn('refunded_at', 'text')
    .addColumn('reset_at', 'text')
    .execute()
  await db.schema
    .createIndex('request_charges_usage')
    .on('request_charges')
    .columns(['user_id', 'media_type', 'book_format', 'charged_at'])
    .execute()
  await db.schema
    .createIndex('request_charges_unit')
    .on('request_charges')
    // Includes the time: otherwise SQLite prefers the usage index and reads everything a person ever spent.
    .columns(['user_id', 'media_type', 'book_format', 'unit', 'charged_at'])
    .execute()
  await db.schema.createIndex('request_charges_request').on('request_charges').column('request_id').execute()
  await db.schema
    .createTable('request_quota_overrides')
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('media_type', 'text', c => c.notNull())
    .addColumn('book_format', 'text', c => c.notNull())
    .addColumn('count', 'integer')
    .addColumn('window_days', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('request_quota_overrides_key', ['user_id', 'media_type', 'book_format'])
    .execute()
  await db.schema
    .createTable('request_quota_resets')
    .addColumn('id', numericId(engine))
    .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('media_type', 'text', c => c.notNull())
    .addColumn('book_format', 'text', c => c.notNull())
    .addColumn('reset_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .addColumn('reset_at', 'text', c => c.notNull())
    .execute()
  await db.schema
    .createTable('user_request_settings')
    .addColumn('user_id', 'integer', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('require_approval', 'integer')
    .addColumn('allow_season_choice', 'integer')
    .addColumn('season_scope', 'text')
    .addColumn('allow_quality_choice', 'integer')
    .addColumn('quality_profile_movie', 'integer')
    .addColumn('quality_profile_tv', 'integer')
    .execute()
}

async function tvMatches(db: Db): Promise<void> {
  await db.schema
    .createTable('tv_matches')
    .addColumn('tmdb_id', 'integer', c => c.primaryKey().notNull())
    .addColumn('title', 'text', c => c.notNull())
    .addColumn('mode', 'text', c => c.notNull())
    .addColumn('tvdb_id', 'integer')
    .addColumn('target_title', 'text')
    .addColumn('season_map', 'text', c => c.notNull())
    .addColumn('local_revision', 'integer', c => c.notNull())
    .addColumn('updated_at', 'text', c => c.notNull())
    .addColumn('updated_by', 'integer', c => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .createTable('tv_identities')
    .addColumn('tmdb_id', 'integer', c => c.primaryKey().notNull())
    .addColumn('tvdb_id', 'integer', c => c.notNull())
    .addColumn('source', 'text', c => c.notNull())
    .addColumn('found_at', 'text', c => c.notNull())
    .execute()
}

export const requestTables: Migration = {
  name: '0004-requests',
  async up(db, engine) {
    await requests(db, engine)
    await deliveries(db, engine)
    await allowances(db, engine)
    await tvMatches(db)
  },
}
