import type { Migration } from '../migrator.ts'

/** A send interrupted by a crash is repeated once, and marked (docs/adr/0009). */
export const interruptedSends: Migration = {
  name: '0007-interrupted-sends',
  async up(db) {
    await db.schema.alterTable('alert_sends').addColumn('interrupted_at', 'text').execute()
  },
}
