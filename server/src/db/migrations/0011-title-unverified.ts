import type { Migration } from '../migrator.ts'

/**
 * C69: until now a request was named by whoever made it, so nobody has verified the titles of the rows that
 * are there; the next read that knows them does.
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
