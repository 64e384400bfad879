import { sql } from 'kysely'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import type { Database, Db, Engine, ReadDatabase, Tx } from './database.ts'

export interface Migration {
  /** `0002-people-and-instances`: sorted in order of application, and never edited after release. */
  name: string
  up(db: Db, engine: Engine): Promise<void>
}

/** Changing a large table takes minutes, and another process that starts in the meantime waits for it. */
const NO_TIME_LIMIT = { has_time_limit: false }

/**
 * Forward only. `beforeUpgrade` is called once before the first change, with the name of the first migration, to make
 * a copy that can be restored.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: {
    now: () => string
    beforeUpgrade?: (first: string) => Promise<void>
    /** The command that restores a backup of this version, for when the database was written by a newer one. */
    findWayBack?: () => string | null
    /** Checked between two migrations; the next start continues. */
    signal?: AbortSignal | undefined
  },
): Promise<string[]> {
  await makeTable(database)
  const applied = await appliedMigrations(database.read)
  refuseNewer(applied, migrations, options.findWayBack)
  const pending = migrations.filter(({ name }) => !applied.includes(name))
  const [first] = pending
  // A database without tables has nothing to lose yet.
  if (first && applied.length > 0) await options.beforeUpgrade?.(first.name)
  for (const migration of pending) {
    options.signal?.throwIfAborted()
    await database.withWriteLock(
      'migrations',
      async tx => {
        // Another process may have applied it first; the lock makes this check final.
        const done = await tx
          .selectFrom('schema_migrations')
          .where('name', '=', migration.name)
          .select('name')
          .executeTakeFirst()
        if (done) return
        await migration.up(tx, database.engine)
        await tx
          .insertInto('schema_migrations')
          .values({ name: migration.name, applied_at: options.now() })
          .execute()
      },
      NO_TIME_LIMIT,
    )
  }
  return pending.map(({ name }) => name)
}

async function makeTable(database: Database): Promise<void> {
  await database.withWriteLock(
    'migrations',
    async tx => {
      await makeTableIn(tx)
    },
    NO_TIME_LIMIT,
  )
}

async function makeTableIn(tx: Tx): Promise<void> {
  await sql`create table if not exists schema_migrations (
      name text primary key not null, applied_at text not null)`.execute(tx)
}

/** Makes the tables in one transaction, for rows that are copied there; the record of migrations is left empty. */
export async function createSchema(tx: Tx, engine: Engine, wanted: readonly Migration[]): Promise<void> {
  await makeTableIn(tx)
  for (const { up } of wanted) await up(tx, engine)
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

export type SchemaState = 'none' | 'older' | 'current' | 'newer'

/** The state of the database relative to this version, without changing it. `none`: not used by Foyer yet. */
export async function schemaState(
  database: Pick<ReadDatabase, 'engine' | 'read'>,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const table =
    database.engine === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name = 'schema_migrations'`
      : sql`select 1 as name where to_regclass('schema_migrations') is not null`
  const applied =
    (await table.execute(database.read)).rows.length > 0 ? await appliedMigrations(database.read) : []
  if (applied.length === 0) return 'none'
  if (findUnknown(applied, migrations)) return 'newer'
  return applied.length < migrations.length ? 'older' : 'current'
}

function findUnknown(applied: readonly string[], migrations: readonly Migration[]): string | undefined {
  const known = new Set(migrations.map(({ name }) => name))
  return applied.find(name => !known.has(name))
}

function refuseNewer(
  applied: readonly string[],
  migrations: readonly Migration[],
  findWayBack: () => string | null = () => null,
): void {
  const unknown = findUnknown(applied, migrations)
  if (unknown === undefined) return
  const command = findWayBack()
  const way = command
    ? `restore the newest backup of this version, and lose what was saved since, with: ${command}`
    : 'restore a backup of this version; there is none in the folder backups'
  throw new StartupRefusal(
    `The database was written by a newer Foyer (it holds "${unknown}"). Start that version, or ${way}.`,
  )
}
