import type { Migration } from '../migrator.ts'

/**
 * C69: what somebody calls a title that no provider has confirmed yet is theirs alone, so it stands with their entry. The
 * items of an older Foyer, which all who watch one share, do not say who named them: such a text goes to nobody, because
 * whoever named it may have taken it off their list since. Libraries are still searched by it.
 */
export const ownTitles: Migration = {
  name: '0032-own-titles',
  async up(db) {
    await db.schema.alterTable('watchlist_entries').addColumn('own_title', 'text').execute()
  },
}
