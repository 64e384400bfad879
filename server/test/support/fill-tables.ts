import { DatabaseSync } from 'node:sqlite'

type Value = string | number | null

interface Column {
  name: string
  type: string
  notnull: number
  pk: number
  dflt_value: string | null
}

interface Reference {
  table: string
  from: string
  to: string
}

/** Text that is easily lost on the way: other scripts, quotes, line ends, and an emoji beyond two bytes. */
const TEXT = 'Ünï "cödé" \\ \'quote\'\r\n\t東京 🎬'

/**
 * Puts rows into every table of a SQLite file, whatever tables there are: those refer to each other as the schema
 * wants, use every column and hold NULL where it may be. Returns how many rows each table got.
 */
export function fillTables(file: string, rows_each = 3): Record<string, number> {
  const handle = new DatabaseSync(file)
  try {
    return fill(handle, rows_each)
  } finally {
    handle.close()
  }
}

function fill(handle: DatabaseSync, rows_each: number): Record<string, number> {
  const all = <T>(sql: string) => handle.prepare(sql).all() as unknown as T[]
  const tables = all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> 'schema_migrations'",
  ).map(({ name }) => name)
  handle.exec('pragma foreign_keys = on; begin; pragma defer_foreign_keys = on')
  for (const table of tables) {
    const columns = all<Column>(`pragma table_info("${table}")`)
    const references = all<Reference>(`pragma foreign_key_list("${table}")`)
    for (let n = 1; n <= rows_each; n += 1) {
      const values = columns.map(column => valueOf(table, column, references, n))
      const names = columns.map(({ name }) => `"${name}"`).join()
      const marks = columns.map(() => '?').join()
      handle.prepare(`insert or ignore into "${table}" (${names}) values (${marks})`).run(...values)
    }
  }
  handle.exec('commit')
  return Object.fromEntries(
    tables.map(table => [table, all<{ n: number }>(`select count(*) as n from "${table}"`)[0]?.n ?? 0]),
  )
}

/** Of a row's own key and of the keys it refers to, so that row n of one table belongs to row n of another. */
function valueOf(table: string, column: Column, references: readonly Reference[], n: number): Value {
  const isNumber = /int/i.test(column.type)
  const key = (at: number) => (isNumber ? 1000 + at : `row-${at}`)
  const reference = references.find(({ from }) => from === column.name)
  // A row may refer to one that comes after it.
  if (reference) return key(reference.table === table ? 4 - n : n)
  if (column.pk > 0) return key(n)
  if (column.notnull === 0 && n === 2) return null
  // A text that is JSON too, because some columns are.
  return isNumber ? 2_000_000_000 + n : JSON.stringify(`${TEXT} ${column.name} ${n}`)
}
