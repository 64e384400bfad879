import type { Fixed, Time } from './column-types.ts'

export interface MigrationsTable {
  name: Fixed<string>
  applied_at: Fixed<Time>
}

export interface MigrationTables {
  schema_migrations: MigrationsTable
}
