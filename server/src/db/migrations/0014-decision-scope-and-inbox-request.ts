import type { Migration } from '../migrator.ts'

/** What was read from outside for a decision is kept with it until it is made. */
export const decisionScopeAndInboxRequest: Migration = {
  name: '0014-decision-scope-and-inbox-request',
  async up(db) {
    await db.schema.alterTable('request_decisions').addColumn('scope', 'text').execute()
  },
}
