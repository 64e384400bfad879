import type { Migration } from '../migrator.ts'

/** C59: what a library manager gets with a new title. */
export const deliveryDefaults: Migration = {
  name: '0024-delivery-defaults',
  async up(db) {
    await db.schema.alterTable('instances').addColumn('delivery_defaults', 'text').execute()
  },
}
