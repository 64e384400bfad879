import type { Migration } from '../migrator.ts'

/** A job woken while it was running is due at once, even if that run fails (C6). */
export const wokenJobs: Migration = {
  name: '0012-woken-jobs',
  async up(db) {
    await db.schema.alterTable('jobs').addColumn('woken_at', 'text').execute()
  },
}
