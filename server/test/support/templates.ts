import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'

/** Migrations run once for the whole run (PostgreSQL) or once per worker (SQLite); every test gets a copy. */
export const POSTGRES_TEMPLATE = 'foyer_migrated'
const MIGRATED_AT = '2026-11-15T09:00:00.000Z'

export async function migrateTemplate(database: Database): Promise<void> {
  await migrate(database, migrations, { now: () => MIGRATED_AT })
  await database.close()
}
