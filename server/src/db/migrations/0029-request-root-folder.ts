import type { Migration } from '../migrator.ts'

/** The root folder that an admin chose when approving a request. */
export const requestRootFolder: Migration = {
  name: '0029-request-root-folder',
  async up(db) {
    await db.schema.alterTable('requests').addColumn('root_folder', 'text').execute()
  },
}
