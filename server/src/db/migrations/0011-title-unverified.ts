import type { Migration } from '../migrator.ts'

/**
 * C69: titles used to come from the requester, so existing rows are unverified; the next read that knows the title
 * verifies them.
 */
export const titleUnverified: Migration = {
  name: '0011-title-unverified',
  async up(db) {
    await db.schema
      .alterTable('requests')
      .addColumn('title_unverified', 'integer', column => column.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createIndex('requests_title_unverified')
      .on('requests')
      .columns(['title_unverified', 'id'])
      .execute()
  },
}
