import { sql } from 'kysely'
import type { Migration } from '../migrator.ts'

/**
 * 1:3, R13: `needs_match` waited for a choice from the public book catalog, which is retired. Such a delivery needs an
 * admin's attention; the decision on its request stays.
 */
export const retiredMatches: Migration = {
  name: '0008-retired-matches',
  async up(db) {
    const message = 'The public book catalog is retired. Search for the book and ask for it there.'
    await sql`update request_deliveries
      set state = 'attention', code = 'catalog_retired', message = ${message},
          next_attempt_at = null, park_reason = null, waiting_since = null
      where state = 'needs_match'`.execute(db)
  },
}
