import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, inject } from 'vitest'
import type { Database, Engine } from '#db/database.ts'
import type { Observer } from '#db/faults.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']
const NOW = '2026-11-15T09:00:00.000Z'

const MEMORY_DISK = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3

/** Thousands of databases are made and synced; where memory can be a disk with room, none waits for a real one. */
function placeForFolders(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir()
}

const PLACE = placeForFolders()

/** A fresh folder that the test's end removes. */
export function temporaryFolder(name = 'foyer-'): string {
  const folder = mkdtempSync(join(PLACE, name))
  cleanups.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const cleanups: (() => Promise<void>)[] = []

/** Registers clean-up for the running test, run in reverse order. */
export function afterTest(run: () => Promise<void>): void {
  cleanups.push(run)
}

/** What the setup file of the project runs after every test (clean-up.setup.ts). */
export async function cleanUp(): Promise<void> {
  for (const run of cleanups.splice(0).toReversed()) await run()
}

export async function freshPostgresUrl(): Promise<string> {
  const url = new URL(inject('postgres_url'))
  const name = `t${randomBytes(8).toString('hex')}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}

/** An empty, migrated database of that engine, closed when the test ends. */
export async function openFresh(engine: Engine, observe?: Observer): Promise<Database> {
  const database =
    engine === 'sqlite'
      ? openSqlite(join(temporaryFolder(), 'foyer.db'), observe)
      : openPostgres(await freshPostgresUrl(), observe)
  afterTest(() => database.close())
  await migrate(database, migrations, { now: () => NOW })
  return database
}

/** The same cases on both engines: a store that works on one only is not a store. */
export function describeEachEngine(
  name: string,
  cases: (open: () => Promise<Database>, engine: Engine) => void,
): void {
  describe.each(ENGINES)(`${name} on %s`, engine => cases(() => openFresh(engine), engine))
}
