import type { Migration } from '../migrator.ts'

/** A job that was woken while it ran is due at once also when that run fails (C6). */
export const wokenJobs: Migration = {
  name: '0012-woken-jobs',
  async up(db) {
    await db.schema.alterTable('jobs').addColumn('woken_at', 'text').execute()
  },
}
