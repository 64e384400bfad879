import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { Database, Engine } from '#db/database.ts'
import type { Observer } from '#db/faults.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { lastingFolder } from './memory-disk.ts'
import { migrateTemplate, POSTGRES_TEMPLATE } from './templates.ts'

export const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** A new folder, removed at the end of the test. */
export function temporaryFolder(name = 'foyer-'): string {
  const folder = lastingFolder(name)
  afterTest(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type CleanUp = () => Promise<void>

/** The clean-up of the running test. Kept for each test, because tests of a file may run in parallel. */
const ofTest = new AsyncLocalStorage<CleanUp[]>()
/** The clean-up of a hook that runs before the tests. */
const ofHooks: CleanUp[] = []

/** Registers clean-up for the running test, run in reverse order. */
export function afterTest(run: CleanUp): void {
  const cleanups = ofTest.getStore() ?? ofHooks
  cleanups.push(run)
}

async function cleanUp(cleanups: CleanUp[]): Promise<void> {
  for (const run of cleanups.splice(0).toReversed()) await run()
}

/** Called by the setup file of the project for every test (clean-up.setup.ts). */
export async function runAndCleanUp(runTest: () => Promise<void>): Promise<void> {
  const own: CleanUp[] = []
  await ofTest.run(own, runTest)
  await cleanUp([...ofHooks.splice(0), ...own])
}

/** Begins once for all tests of the `describe` that calls it; its clean-up runs after the last of them. */
export function shareAmongTests<T>(begin: () => Promise<T>): () => T {
  let shared: { value: T } | undefined
  let own: CleanUp[] = []
  beforeAll(async () => {
    try {
      shared = { value: await begin() }
    } finally {
      own = ofHooks.splice(0)
    }
  })
  afterAll(() => cleanUp(own))
  return () => {
    if (!shared) throw new Error('what tests share is there once they run')
    return shared.value
  }
}

/** An empty database, for code that creates its own tables. Removed at the end of the test. */
export function emptyPostgresUrl(): Promise<string> {
  return createPostgresDatabase('template1')
}

/** A migrated database of its own: a copy of one that was migrated once for the whole run. */
export function freshPostgresUrl(): Promise<string> {
  return createPostgresDatabase(POSTGRES_TEMPLATE)
}

async function createPostgresDatabase(template: string): Promise<string> {
  const url = new URL(inject('postgres_url'))
  const name = `t${randomBytes(8).toString('hex')}`
  admin ??= connectAsAdmin(url.href)
  const pool = admin
  // Copies the files: through the write-ahead log it would take twice as long.
  await pool.query(`create database ${name} template ${template} strategy file_copy`)
  afterTest(() => dropLater(pool, name))
  url.pathname = `/${name}`
  return url.href
}

/** Databases of tests that ended. */
const ended: string[] = []
const KEPT_DATABASES = 4

/**
 * The disk may be memory, and a database is ten megabytes of it, so that only a few are kept. Not dropped at once: as
 * long as the connections of the test are still ending, PostgreSQL waits for them in steps of 100 ms.
 */
async function dropLater(pool: pg.Pool, name: string): Promise<void> {
  ended.push(name)
  if (ended.length <= KEPT_DATABASES) return
  await pool.query(`drop database if exists ${ended.shift()} with (force)`)
}

/** One connection for each worker, which does not keep it alive. */
let admin: pg.Pool | undefined

function connectAsAdmin(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // PostgreSQL may end before the last worker.
  return pool.on('error', () => {})
}

/** An empty, migrated database of that engine, closed when the test ends. */
export async function openFresh(engine: Engine, observe?: Observer): Promise<Database> {
  const database =
    engine === 'sqlite'
      ? openSqlite(await placeSqlite(temporaryFolder()), observe)
      : openPostgres(await freshPostgresUrl(), observe)
  afterTest(() => database.close())
  return database
}

let sqliteTemplate: Promise<Buffer> | undefined

async function makeSqliteTemplate(): Promise<Buffer> {
  const folder = lastingFolder('foyer-template-')
  const file = join(folder, 'foyer.db')
  await migrateTemplate(openSqlite(file))
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true, force: true })
  return bytes
}

/** Lays a migrated database into the folder, a copy of one that was migrated once by this worker. */
export async function placeSqlite(folder: string): Promise<string> {
  sqliteTemplate ??= makeSqliteTemplate()
  const file = join(folder, 'foyer.db')
  writeFileSync(file, await sqliteTemplate, { mode: 0o600 })
  return file
}

/** Runs the same cases on both engines: every store must work on both. */
export function describeEachEngine(
  name: string,
  cases: (open: () => Promise<Database>, engine: Engine) => void,
): void {
  describe.each(ENGINES)(`${name} on %s`, engine => cases(() => openFresh(engine), engine))
}
