import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { replaceTables } from '#db/copy/restore-postgres.ts'
import { migrations } from '#db/migrations/index.ts'
import { appliedMigrations, migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { schemaProblem } from '../../../scripts/release/version-rules.ts'
import { startApp } from '#test/app.ts'
import { emptyPostgresUrl, ENGINES, temporaryFolder } from '#test/engines.ts'
import { fillTables } from '#test/fill-tables.ts'

/**
 * The statements that made the tables of each version, as they were run then: migrations that are edited later do not
 * change them. `FOYER_FREEZE=0.2.0 vitest run server/test/operations/upgrade-schemas` writes those of a version to be released.
 */
const SCHEMAS = join(import.meta.dirname, '../schemas')
const VERSIONS = readdirSync(SCHEMAS)
const NOW = '2026-11-15T09:00:00.000Z'
type Row = Record<string, string | number | null>
type Contents = Record<string, Row[]>

const frozen = (version: string, engine: string) =>
  readFileSync(join(SCHEMAS, version, `${engine}.sql`), 'utf8')

/** Rows in every table; `file` holds the tables already. */
function fill(file: string): Contents {
  fillTables(file)
  const handle = new DatabaseSync(file)
  const tables = handle
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all()
  const contents = tables.map(({ name }) => {
    const rows = handle.prepare(`select * from "${String(name)}"`).all() as unknown as Row[]
    return [String(name), rows.map(row => ({ ...row }))] as const
  })
  handle.close()
  return Object.fromEntries(contents)
}

/** Every value that was there is there after an upgrade to today, beside columns and tables that are new. */
async function expectUpgraded(database: Database, before: Contents): Promise<void> {
  expect(Object.keys(before).length).toBeGreaterThan(5)
  await migrate(database, migrations, { now: () => NOW })
  expect(await appliedMigrations(database.read)).toHaveLength(migrations.length)
  for (const [table, rows] of Object.entries(before)) {
    expect([table, rows.length > 0]).toEqual([table, true])
    const after = await sql<Row>`select * from ${sql.table(table)}`.execute(database.read)
    const columns = Object.keys(rows[0] ?? {})
    const found = after.rows.map(row => JSON.stringify(columns.map(column => row[column])))
    const wanted = rows.map(row => JSON.stringify(Object.values(row)))
    expect(found, table).toEqual(expect.arrayContaining(wanted))
  }
  await database.close()
}

describe('a released schema', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')

  it('is kept for every version of the changelog', () => {
    const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
    expect(versions.length).toBeGreaterThan(0)
    expect(VERSIONS).toEqual(expect.arrayContaining(versions))
  })

  it('will be that of the newest migration, so that the next release is not refused', () => {
    const [, version] = /^## (\d+\.\d+\.\d+), unreleased$/m.exec(changelog) ?? []
    if (version === undefined) return
    const statements = Object.fromEntries(ENGINES.map(engine => [engine, frozen(version, engine)]))
    expect(schemaProblem({ version, newest: migrations.at(-1)?.name ?? '', statements })).toBeNull()
  })

  it.each(VERSIONS)('of %s is upgraded on SQLite with all its rows', async version => {
    const file = join(temporaryFolder(), 'foyer.db')
    const handle = new DatabaseSync(file)
    handle.exec(frozen(version, 'sqlite'))
    handle.close()
    const before = fill(file)
    await expectUpgraded(openSqlite(file), before)
  })

  it.each(VERSIONS)('of %s is upgraded on PostgreSQL with all its rows', async version => {
    const model = join(temporaryFolder(), 'foyer.db')
    const handle = new DatabaseSync(model)
    handle.exec(frozen(version, 'sqlite'))
    handle.close()
    const before = fill(model)
    const url = await emptyPostgresUrl()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(frozen(version, 'postgres'))
    // Rows may come before those they refer to.
    await client.query('set session_replication_role = replica')
    for (const [table, rows] of Object.entries(before)) {
      if (table === 'schema_migrations') continue
      for (const row of rows) {
        const names = Object.keys(row)
        const marks = names.map((_, i) => `$${i + 1}`).join()
        await client.query(
          `insert into "${table}" (${names.map(name => `"${name}"`).join()}) values (${marks})`,
          Object.values(row),
        )
      }
    }
    await client.end()
    await expectUpgraded(openPostgres(url), before)
  })
})

describe('every schema on the way', () => {
  const boundaries = migrations.map((_, i) => i + 1).filter(count => count % 4 === 0)

  it.each(boundaries)(
    'is upgraded on both engines from the first %i migrations with all its rows',
    async count => {
      const file = join(temporaryFolder(), 'foyer.db')
      const older = openSqlite(file)
      await migrate(older, migrations.slice(0, count), { now: () => NOW })
      await older.close()
      const before = fill(file)
      const sqlite = openSqlite(file)
      const postgres = openPostgres(await emptyPostgresUrl())
      await replaceTables(postgres, sqlite, async () => {})
      await expectUpgraded(sqlite, before)
      await expectUpgraded(postgres, before)
    },
  )
})

describe.each(ENGINES)('a database newer than the program on %s', engine => {
  it('is refused by a sentence that names the backup made before the upgrade', async () => {
    const APP_DATA_DIR = temporaryFolder()
    const url = engine === 'postgres' ? await emptyPostgresUrl() : undefined
    const env: Record<string, string> = { APP_DATA_DIR, ...(url && { APP_DATABASE_URL: url }) }
    const open = () => (url ? openPostgres(url) : openSqlite(join(APP_DATA_DIR, 'foyer.db')))
    const older = open()
    await migrate(older, migrations.slice(0, -1), { now: () => NOW })
    await older.close()
    await (await startApp({ env })).close()
    const [backup] = readdirSync(join(APP_DATA_DIR, 'backups'))
    expect(backup).toBe(`foyer-2026-11-15T09-00-00-000Z-before-${migrations.at(-1)?.name}.db`)
    const newer = open()
    await newer.transaction(tx =>
      tx.insertInto('schema_migrations').values({ name: '9999-later', applied_at: NOW }).execute(),
    )
    await newer.close()
    await expect(startApp({ env })).rejects.toThrow(
      `The database was written by a newer Foyer (it holds "9999-later"). Start that version, or restore the newest backup of this version, and lose what was saved since, with: npm run restore -- ${backup}.`,
    )
  })
})

it("today's tables can be frozen for the next release", async () => {
  const version = process.env['FOYER_FREEZE']
  const folder = version === undefined ? temporaryFolder() : join(SCHEMAS, version)
  mkdirSync(folder, { recursive: true })
  for (const engine of ENGINES) {
    const statements: string[] = []
    const observe = (sql: string) => {
      if (/^\s*(create|alter|drop)\s/i.test(sql)) statements.push(`${sql.trim()};`)
    }
    const database =
      engine === 'sqlite'
        ? openSqlite(join(temporaryFolder(), 'foyer.db'), observe)
        : openPostgres(await emptyPostgresUrl(), observe)
    await migrate(database, migrations, { now: () => NOW })
    await database.close()
    const records = migrations.map(
      ({ name }) => `insert into schema_migrations values ('${name}', '${NOW}');`,
    )
    expect(statements.length).toBeGreaterThan(100)
    writeFileSync(join(folder, `${engine}.sql`), `${[...statements, ...records].join('\n')}\n`)
  }
})
