import type { Migration } from '../migrator.ts'

/** When an admin reopened an issue: the detector no longer closes it. */
export const reopenedIssues: Migration = {
  name: '0031-reopened-issues',
  async up(db) {
    await db.schema.alterTable('issues').addColumn('reopened_at', 'text').execute()
  },
}
