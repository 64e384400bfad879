import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { afterTest, describeEachEngine, emptyPostgresUrl, temporaryFolder } from '#test/engines.ts'
import type { Database, Engine } from './database.ts'
import { migrations } from './migrations/index.ts'
import { migrate, type Migration } from './migrator.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const NOW = '2026-11-15T09:00:00.000Z'

async function openEmpty(engine: Engine): Promise<Database> {
  const database =
    engine === 'sqlite' ? openSqlite(`${temporaryFolder()}/foyer.db`) : openPostgres(await emptyPostgresUrl())
  afterTest(() => database.close())
  return database
}

const createsTable = (name: string, table: string): Migration => ({
  name,
  up: async db => void (await sql`create table ${sql.id(table)} (n integer)`.execute(db)),
})
const first = createsTable('0001-first', 'a')
const second = createsTable('0002-second', 'b')
const third = createsTable('0003-third', 'c')

async function run(database: Database, list: readonly Migration[]) {
  const backedUp: string[] = []
  const beforeUpgrade = async (first: string) => void backedUp.push(first)
  const applied = await migrate(database, list, { now: () => NOW, beforeUpgrade })
  return { applied, backedUp }
}

async function appliedNames(database: Database): Promise<string[]> {
  const rows = await database.read.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

const has = (database: Database, table: string) =>
  sql`select * from ${sql.id(table)}`.execute(database.read).then(
    () => true,
    () => false,
  )

describeEachEngine('migrator', (_open, engine) => {
  it('applies all in order to an empty database, which has nothing to back up', async () => {
    const database = await openEmpty(engine)
    const applied = ['0001-first', '0002-second']
    expect(await run(database, [first, second])).toEqual({ applied, backedUp: [] })
    expect(await appliedNames(database)).toEqual(applied)
  })

  it('applies only what is missing, with one backup of the state before', async () => {
    const database = await openEmpty(engine)
    await run(database, [first])
    const missing = ['0002-second', '0003-third']
    expect(await run(database, [first, second, third])).toEqual({
      applied: missing,
      backedUp: ['0002-second'],
    })
    expect(await run(database, [first, second, third])).toEqual({ applied: [], backedUp: [] })
  })

  it('refuses a database of a newer Foyer and leaves it as it is', async () => {
    const database = await openEmpty(engine)
    await run(database, [first, second])
    const older = run(database, [first])
    await expect(older).rejects.toBeInstanceOf(StartupRefusal)
    await expect(older).rejects.toThrow('0002-second')
    expect(await appliedNames(database)).toEqual(['0001-first', '0002-second'])
  })

  it('rolls back a migration that fails, and applies it at the next start', async () => {
    const database = await openEmpty(engine)
    const broken: Migration = {
      name: '0002-second',
      async up(db, engine) {
        await second.up(db, engine)
        throw new Error('power cut')
      },
    }
    await run(database, [first])
    await expect(run(database, [first, broken, third])).rejects.toThrow('power cut')
    expect(await appliedNames(database)).toEqual(['0001-first'])
    expect(await has(database, 'b')).toBe(false)
    expect((await run(database, [first, second, third])).applied).toEqual(['0002-second', '0003-third'])
  })

  it('does not migrate when the backup fails', async () => {
    const database = await openEmpty(engine)
    await run(database, [first])
    const full = migrate(database, [first, second], {
      now: () => NOW,
      beforeUpgrade: () => Promise.reject(new Error('disk full')),
    })
    await expect(full).rejects.toThrow('disk full')
    expect(await appliedNames(database)).toEqual(['0001-first'])
  })

  it('applies each once when two processes start at the same time', async () => {
    const database = await openEmpty(engine)
    await Promise.all([run(database, [first, second]), run(database, [first, second])])
    expect(await appliedNames(database)).toEqual(['0001-first', '0002-second'])
  })
})

it('the product lists its migrations in the order of their names', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(new Set(names).size).toBe(names.length)
})
