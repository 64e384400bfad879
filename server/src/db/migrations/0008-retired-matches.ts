import { sql } from 'kysely'
import type { Migration } from '../migrator.ts'

/**
 * 1:3, R13: `needs_match` waited for somebody to choose from the public book catalog, which is retired. A person
 * must look at such a delivery; whether its request was approved stays as it is.
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
