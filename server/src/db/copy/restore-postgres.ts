import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { fileStamp } from '../backup.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Database, Db, ReadDatabase, Tx } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { migrate, schemaState } from '../migrator.ts'
import { checkedCopy, type CheckCopy } from '../restore.ts'
import { openSqlite } from '../sqlite.ts'
import { copyTables } from './copy-tables.ts'
import { ENGINE_TABLES } from './engine-tables.ts'
import { refuseOtherConnections, withSnapshot } from './snapshot.ts'

const FORMER_SCHEMA = 'foyer_before_restore_'

export interface RestoredTables {
  from: string
  /** The schema that the former tables were moved into; null when there were none. */
  kept: string | null
}

/**
 * Replaces the tables of Foyer with those of a backup file, in one transaction. The former tables are kept in a schema
 * of their own, the restore point; its name given as `name` puts them back. No server may use the database.
 */
export async function restoreOnPostgres(
  database: Database,
  folder: DataFolder,
  name: string,
  now: Date,
  check: CheckCopy = () => {},
): Promise<RestoredTables> {
  await refuseOtherConnections(database)
  const kept = FORMER_SCHEMA + fileStamp(now).toLowerCase().replaceAll('-', '_')
  if (name.startsWith(FORMER_SCHEMA)) return putBack(database, name, kept)
  const work = mkdtempSync(join(folder.path, 'restore-'))
  try {
    const file = join(work, 'foyer.db')
    const from = checkedCopy(folder, name, file, check)
    const copy = openSqlite(file)
    try {
      await migrate(copy, migrations, { now: () => now.toISOString() })
      const isKept = await replaceTables(database, copy, tx => setAside(tx, kept))
      return { from, kept: isKept ? kept : null }
    } finally {
      await copy.close()
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** In one transaction: `clear` takes the present tables out of the way, then those of the copy are made and filled. */
export function replaceTables<T>(
  database: Database,
  copy: ReadDatabase,
  clear: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withSnapshot(copy, snapshot =>
    inOneTransaction(database, async tx => {
      await refuseForeignTables(tx, await ENGINE_TABLES.sqlite.listTables(snapshot.db))
      const cleared = await clear(tx)
      await copyTables(snapshot, tx, 'postgres')
      return cleared
    }),
  )
}

/** For who has another copy of what was in them. */
export async function dropTables(tx: Tx): Promise<void> {
  for (const table of await ENGINE_TABLES.postgres.listTables(tx)) {
    await sql`drop table ${sql.table(table)} cascade`.execute(tx)
  }
}

/** The restore points that exist, newest first. */
export async function listRestorePoints(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace
    where starts_with(nspname::text, ${FORMER_SCHEMA}) order by 1 desc`.execute(db)
  return rows.map(({ name }) => name)
}

async function putBack(database: Database, name: string, kept: string): Promise<RestoredTables> {
  const points = await listRestorePoints(database.read)
  if (!points.includes(name)) {
    const list = points.length > 0 ? ` There are: ${points.join(', ')}.` : ' There are none.'
    throw new StartupRefusal(`There is no such restore point.${list}`)
  }
  return inOneTransaction(database, async tx => {
    const isKept = await setAside(tx, kept)
    const { rows } = await sql<{ table: string; home: string }>`
      select tablename::text as table, current_schema()::text as home from pg_tables
      where schemaname = ${name}`.execute(tx)
    for (const { table, home } of rows) await moveTable(tx, `${name}.${table}`, home)
    await sql`drop schema ${sql.id(name)}`.execute(tx)
    return { from: name, kept: isKept ? kept : null }
  })
}

/** A server that starts meanwhile waits for the lock, and then finds the restored tables. */
function inOneTransaction<T>(database: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return database.withWriteLock('migrations', run, { has_time_limit: false })
}

/** Moves what is there into a schema of its own, with everything that belongs to it. False when there is nothing. */
async function setAside(tx: Tx, schema: string): Promise<boolean> {
  const tables = await ENGINE_TABLES.postgres.listTables(tx)
  if (tables.length === 0) return false
  await sql`create schema ${sql.id(schema)}`.execute(tx)
  for (const table of tables) await moveTable(tx, table, schema)
  return true
}

/** Tables that this version does not know are a newer Foyer's, if one was there; else they are not ours to move. */
async function refuseForeignTables(tx: Tx, known: readonly string[]): Promise<void> {
  if ((await schemaState({ engine: 'postgres', read: tx }, migrations)) === 'newer') return
  const foreign = (await ENGINE_TABLES.postgres.listTables(tx)).find(table => !known.includes(table))
  if (foreign === undefined) return
  throw new StartupRefusal(
    `The database holds tables of another program (${foreign}). Nothing was changed. Give Foyer a database of its own.`,
  )
}

/** Its indexes and counters go with it. */
async function moveTable(tx: Tx, table: string, schema: string): Promise<void> {
  await sql`alter table ${sql.table(table)} set schema ${sql.id(schema)}`.execute(tx)
}
