import type { Migration } from '../migrator.ts'
import { numericId } from './numeric-id.ts'

/** Titles and people that somebody wants to hear about, and what was told about them. */
export const watchlist: Migration = {
  name: '0025-watchlist',
  async up(db, engine) {
    await db.schema
      .createTable('watchlist_entries')
      .addColumn('id', numericId(engine))
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('item_id', 'text', c => c.notNull())
      // The library that the id belongs to; empty for ids of a provider.
      .addColumn('instance_id', 'text', c => c.notNull())
      .addColumn('tell_askable', 'integer', c => c.notNull())
      .addColumn('tell_released', 'integer', c => c.notNull())
      .addColumn('tell_arrived', 'integer', c => c.notNull())
      .addColumn('request_next_seasons', 'integer', c => c.notNull())
      .addColumn('seasons_after', 'integer')
      .addColumn('askable', 'text', c => c.notNull())
      .addColumn('added_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createIndex('watchlist_entries_once')
      .unique()
      .on('watchlist_entries')
      .columns(['user_id', 'kind', 'item_id'])
      .execute()
    await db.schema
      .createIndex('watchlist_entries_item')
      .on('watchlist_entries')
      .columns(['kind', 'item_id'])
      .execute()
    // Read once for everybody who watches it.
    await db.schema
      .createTable('watched_items')
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('item_id', 'text', c => c.notNull())
      .addColumn('instance_id', 'text', c => c.notNull())
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('title_unverified', 'integer', c => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('poster_path', 'text')
      .addColumn('released_on', 'text')
      .addColumn('adult', 'integer', c => c.notNull())
      .addColumn('read_at', 'text')
      .addColumn('failures', 'integer', c => c.notNull())
      .addColumn('next_check_at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('watched_items_pk', ['kind', 'item_id', 'instance_id'])
      .execute()
    await db.schema.createIndex('watched_items_due').on('watched_items').column('next_check_at').execute()
    // Seasons of a show, and titles of a person, author, artist or book series.
    await db.schema
      .createTable('watched_parts')
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('item_id', 'text', c => c.notNull())
      .addColumn('instance_id', 'text', c => c.notNull())
      .addColumn('part_kind', 'text', c => c.notNull())
      .addColumn('part_id', 'text', c => c.notNull())
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('released_on', 'text')
      .addPrimaryKeyConstraint('watched_parts_pk', ['kind', 'item_id', 'instance_id', 'part_kind', 'part_id'])
      .execute()
    await db.schema
      .createIndex('watched_parts_part')
      .on('watched_parts')
      .columns(['part_kind', 'part_id'])
      .execute()
    // A fact in this table was told to that person, or a season requested for them, and never is again.
    await db.schema
      .createTable('watchlist_facts')
      .addColumn('user_id', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('fact', 'text', c => c.notNull())
      .addColumn('at', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('watchlist_facts_pk', ['user_id', 'fact'])
      .execute()
  },
}
