import { sql } from 'kysely'
import type { Migration } from '../migrator.ts'

/**
 * C69: what somebody called a title that no provider has confirmed yet is theirs alone, so it moves from the item, which
 * all who watch it share, to their entry. An item does not say who named it. Where one person alone watches it, it was
 * almost certainly them; where several do, the text goes to none of them rather than to all, because it is another's to
 * all but one. A kids account gets none at all: the one who named it may have taken it off their list since. The items
 * keep their texts: nobody is shown them any more, but libraries are still searched by them.
 */
export const ownTitles: Migration = {
  name: '0032-own-titles',
  async up(db) {
    await db.schema.alterTable('watchlist_entries').addColumn('own_title', 'text').execute()
    await sql`
      update watchlist_entries set own_title = (
        select item.title from watched_items as item
        where item.kind = watchlist_entries.kind and item.item_id = watchlist_entries.item_id
          and item.instance_id = watchlist_entries.instance_id and item.title_unverified = 1 and item.title <> ''
      )
      where not exists (
        select 1 from watchlist_entries as other
        where other.kind = watchlist_entries.kind and other.item_id = watchlist_entries.item_id
          and other.instance_id = watchlist_entries.instance_id and other.id <> watchlist_entries.id
      ) and user_id not in (select user_id from content_policies)`.execute(db)
  },
}
