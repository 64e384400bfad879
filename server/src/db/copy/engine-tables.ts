import { sql } from 'kysely'
import type { Db, Engine } from '../database.ts'

export type Value = string | number | null
export type Row = Record<string, Value>

/** The highest number that a table ever gave to a row, by table: numbers are never given twice. */
export type Counters = ReadonlyMap<string, number>

/** What differs between the engines when whole tables are copied. Names come from the schema, never from people. */
export interface EngineTables {
  /** The tables that the connection sees without naming a schema, in order. */
  listTables(db: Db): Promise<string[]>
  listColumns(db: Db, table: string): Promise<string[]>
  /** All rows, in batches, within the transaction of `db`. */
  readRows(db: Db, table: string, columns: readonly string[]): AsyncIterable<Row[]>
  readCounters(db: Db): Promise<Counters>
  writeCounters(db: Db, counters: Counters): Promise<void>
  /** Rows may refer to rows that come later. Returns what checks them all again, before the end of the transaction. */
  suspendReferences(db: Db): Promise<() => Promise<void>>
}

const BATCH_ROWS = 500
const ROWID = 'foyer_rowid'

const sqlite: EngineTables = {
  async listTables(db) {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'
      order by name`.execute(db)
    return rows.map(({ name }) => name)
  },
  async listColumns(db, table) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
    return rows.map(({ name }) => name).sort()
  },
  async *readRows(db, table, columns) {
    for (let after: Value = -1; ; ) {
      const { rows }: { rows: Row[] } = await sql<Row>`
        select rowid as ${sql.ref(ROWID)}, ${columnList(columns)} from ${sql.table(table)}
        where rowid > ${after} order by rowid limit ${BATCH_ROWS}`.execute(db)
      const last = rows.at(-1)
      if (!last) return
      after = last[ROWID] ?? null
      yield rows
    }
  },
  async readCounters(db) {
    // The table exists as soon as one table counts.
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    return new Map(rows.map(({ name, seq }) => [name, seq]))
  },
  async writeCounters(db, counters) {
    for (const [table, value] of counters) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(db)
    }
  },
  async suspendReferences(db) {
    // Until the commit, which checks them.
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => {}
  },
}

const postgres: EngineTables = {
  async listTables(db) {
    const { rows } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p')
      order by relname::text collate "C"`.execute(db)
    return rows.map(({ name }) => name)
  },
  async listColumns(db, table) {
    const { rows } = await sql<{ name: string }>`
      select attname::text as name from pg_attribute
      where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped`.execute(db)
    return rows.map(({ name }) => name).sort()
  },
  async *readRows(db, table, columns) {
    await sql`declare foyer_rows no scroll cursor for
      select ${columnList(columns)} from ${sql.table(table)}`.execute(db)
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_ROWS)} from foyer_rows`.execute(db)
      if (rows.length === 0) break
      yield rows
    }
    await sql`close foyer_rows`.execute(db)
  },
  async readCounters(db) {
    const counters = new Map<string, number>()
    for (const [table, sequence] of await listSequences(db)) {
      const { rows } = await sql<{ value: number }>`
        select case when is_called then last_value else 0 end as value from ${sql.raw(sequence)}`.execute(db)
      if (rows[0]?.value) counters.set(table, rows[0].value)
    }
    return counters
  },
  async writeCounters(db, counters) {
    const sequences = await listSequences(db)
    for (const [table, value] of counters) {
      if (value > 0) await sql`select setval(${sequences.get(table)}::regclass, ${value})`.execute(db)
    }
  },
  async suspendReferences(db) {
    const { rows } = await sql<{ name: string; owner: string; definition: string }>`
      select quote_ident(conname) as name, conrelid::regclass::text as owner,
        pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = to_regnamespace(current_schema())`.execute(db)
    for (const { name, owner } of rows) {
      await sql`alter table ${sql.raw(owner)} drop constraint ${sql.raw(name)}`.execute(db)
    }
    return async () => {
      for (const { name, owner, definition } of rows) {
        const rule = sql.raw(`${name} ${definition}`)
        await sql`alter table ${sql.raw(owner)} add constraint ${rule}`.execute(db)
      }
    }
  },
}

/** Of every table with a column that counts, the quoted name of what counts it. */
async function listSequences(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; sequence: string }>`
    select counted.relname::text as name, counter.oid::regclass::text as sequence
    from pg_class as counter
    join pg_depend on objid = counter.oid and classid = 'pg_class'::regclass
      and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
    join pg_class as counted on counted.oid = refobjid
    where counter.relkind = 'S' and counted.relnamespace = to_regnamespace(current_schema())`.execute(db)
  return new Map(rows.map(({ name, sequence }) => [name, sequence]))
}

function columnList(columns: readonly string[]) {
  return sql.join(columns.map(name => sql.ref(name)))
}

export const ENGINE_TABLES: Readonly<Record<Engine, EngineTables>> = { sqlite, postgres }
