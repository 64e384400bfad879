import { sql } from 'kysely'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import type { Db, Engine, Tx } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { appliedMigrations, createSchema } from '../migrator.ts'
import { ENGINE_TABLES, type EngineTables, type Row } from './engine-tables.ts'
import { createRowSum, type RowSum } from './row-sum.ts'

/** SQLite takes 32 766 values in one statement, PostgreSQL 65 535. */
const VALUES_AT_ONCE = 30_000

export interface CopiedTable extends RowSum {
  table: string
}

/** One consistent read of everything. */
export interface Snapshot {
  engine: Engine
  db: Db
}

/**
 * Makes the tables of the source in an empty place and fills them, then reads both again and compares counts and
 * sums. Nothing of it stays unless the transaction commits, and it throws when one row differs.
 */
export async function copyTables(source: Snapshot, tx: Tx, engine: Engine): Promise<CopiedTable[]> {
  const [from, to] = [ENGINE_TABLES[source.engine], ENGINE_TABLES[engine]]
  const applied = new Set(await appliedMigrations(source.db))
  await createSchema(
    tx,
    engine,
    migrations.filter(({ name }) => applied.has(name)),
  )
  const tables = await to.listTables(tx)
  const restoreReferences = await to.suspendReferences(tx)
  const copied: CopiedTable[] = []
  for (const table of tables)
    copied.push(await explained(table, () => copyTable(table, source.db, from, tx, to)))
  await to.writeCounters(tx, await from.readCounters(source.db))
  await restoreReferences()
  await compareCounters(source.db, from, tx, to)
  return copied
}

async function copyTable(
  table: string,
  source: Db,
  from: EngineTables,
  tx: Tx,
  to: EngineTables,
): Promise<CopiedTable> {
  const columns = await to.listColumns(tx, table)
  const theirs = await from.listColumns(source, table)
  if (columns.join() !== theirs.join()) throw new Error('its columns are not those of this version')
  // What the migrations themselves put there is among the rows of the source.
  await sql`delete from ${sql.table(table)}`.execute(tx)
  const read = createRowSum(columns)
  for await (const rows of from.readRows(source, table, columns)) {
    read.add(rows)
    await insertRows(tx, table, columns, rows)
  }
  const written = createRowSum(columns)
  for await (const rows of to.readRows(tx, table, columns)) written.add(rows)
  const [wanted, found] = [read.result(), written.result()]
  if (wanted.rows !== found.rows || wanted.sum !== found.sum) {
    throw new Error(`${wanted.rows} rows with the sum ${wanted.sum} became ${found.rows} with ${found.sum}`)
  }
  return { table, ...wanted }
}

async function insertRows(tx: Tx, table: string, columns: readonly string[], rows: Row[]): Promise<void> {
  const at_once = Math.max(1, Math.floor(VALUES_AT_ONCE / columns.length))
  const names = sql.join(columns.map(name => sql.ref(name)))
  for (let at = 0; at < rows.length; at += at_once) {
    const lists = rows
      .slice(at, at + at_once)
      .map(row => sql`(${sql.join(columns.map(name => row[name] ?? null))})`)
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(lists)}`.execute(tx)
  }
}

async function compareCounters(source: Db, from: EngineTables, tx: Tx, to: EngineTables): Promise<void> {
  const found = await to.readCounters(tx)
  for (const [table, value] of await from.readCounters(source)) {
    if ((found.get(table) ?? 0) !== value) {
      throw new StartupRefusal(`The counter of the table ${table} could not be copied. Nothing was changed.`)
    }
  }
}

/** Row values are personal, so only the table is named; the reason comes from the engine or from the comparison. */
async function explained<T>(table: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupRefusal(`The table ${table} could not be copied: ${reason}. Nothing was changed.`, cause)
  }
}
