import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '#config'
import { flush } from '#db/backup.ts'
import { type CopiedTable, copyTables } from '#db/copy/copy-tables.ts'
import { ENGINE_TABLES } from '#db/copy/engine-tables.ts'
import { holdOffServers, refuseOtherConnections, withSnapshot } from '#db/copy/snapshot.ts'
import { type DataFolder, describeDataFolder, lockDataFolder, openDataFolder } from '#db/data-folder.ts'
import type { Database, ReadDatabase } from '#db/database.ts'
import { inspectDatabaseFile } from '#db/database-file.ts'
import { migrations } from '#db/migrations/index.ts'
import { type SchemaState, schemaState } from '#db/migrator.ts'
import { mistakeIn, openPostgres } from '#db/postgres.ts'
import { openSqlite, openSqliteForReading } from '#db/sqlite.ts'
import { commandLine } from '#kit/launcher.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'

const POSTGRES_URL = /^postgres(ql)?:\/\//
const MOVING = '.moving'

export interface Moved {
  tables: CopiedTable[]
  rows: number
  /** What to do next, in order. */
  steps: string[]
}

/**
 * Copies everything from the database of these settings into an empty one of the other engine. The source stays as it
 * is. Neither may be in use. The target appears complete and compared, or not at all.
 */
export async function moveDatabase(config: Config, target: string): Promise<Moved> {
  const source_folder = describeDataFolder(config.data_dir)
  const source = openSource(config, source_folder)
  try {
    refuseVersion(await translated('APP_DATABASE_URL', () => schemaState(source.database, migrations)))
    if (config.database_url) await refuseOtherConnections(source.database)
    const tables = POSTGRES_URL.test(target)
      ? await moveToPostgres(source.database, target)
      : await moveToFolder(source.database, target)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables, rows, steps: nextSteps(config, source_folder, target) }
  } finally {
    await source.database.close()
    source.release()
  }
}

function openSource(config: Config, folder: DataFolder): { database: ReadDatabase; release(): void } {
  const { database_url } = config
  if (database_url) return { database: openPostgres(database_url), release: () => {} }
  if (!statSync(folder.database_file, { throwIfNoEntry: false })?.size) {
    throw new StartupRefusal(
      `There is no database in ${folder.path}. Set APP_DATA_DIR or APP_DATABASE_URL to the values the server uses.`,
    )
  }
  const lock = lockDataFolder(folder)
  const found = inspectDatabaseFile(folder.database_file, 'full')
  if (found.is !== 'foyer') {
    lock.release()
    throw new StartupRefusal(
      `The database to be moved is ${found.is === 'foreign' ? 'of another program' : found.is}. Ask: ${commandLine(config, 'doctor')}.`,
    )
  }
  return { database: openSqliteForReading(folder.database_file), release: () => lock.release() }
}

function refuseVersion(state: SchemaState): void {
  if (state === 'current') return
  throw new StartupRefusal(VERSION_SENTENCES[state])
}

const VERSION_SENTENCES = {
  none: 'There is no Foyer in the database to be moved. Set APP_DATA_DIR or APP_DATABASE_URL to the values the server uses.',
  older:
    'The database belongs to an older version. Start Foyer once to upgrade it, then stop it and move it.',
  newer: 'The database was written by a newer Foyer. Move it with that version.',
} as const

async function moveToPostgres(source: ReadDatabase, url: string): Promise<CopiedTable[]> {
  if (!URL.canParse(url)) throw new StartupRefusal('Use --to postgres://user@host/database.')
  const database = openPostgres(url)
  try {
    return await translated('--to', () => copyInto(source, database))
  } finally {
    await database.close()
  }
}

async function moveToFolder(source: ReadDatabase, path: string): Promise<CopiedTable[]> {
  if (/^[a-z]+:\/\//i.test(path))
    throw new StartupRefusal('Use --to with postgres://user@host/database or with a folder.')
  mkdirSync(resolve(path), { recursive: true, mode: 0o700 })
  const folder = openDataFolder(path)
  if (source.engine === 'sqlite' && isThere(folder.database_file)) throw notEmpty(folder.database_file)
  const lock = lockDataFolder(folder)
  const moving = folder.database_file + MOVING
  try {
    if (isThere(folder.database_file)) throw notEmpty(folder.database_file)
    dropFiles(moving)
    const database = openSqlite(moving)
    let copied: CopiedTable[]
    try {
      copied = await copyInto(source, database)
    } finally {
      await database.close()
    }
    flush(moving)
    // The journal is gone with the last connection; from this rename on it is the database of that folder.
    renameSync(moving, folder.database_file)
    flush(folder.path)
    return copied
  } finally {
    dropFiles(moving)
    lock.release()
  }
}

function copyInto(source: ReadDatabase, target: Database): Promise<CopiedTable[]> {
  return withSnapshot(source, async snapshot => {
    await holdOffServers(snapshot)
    // Who starts a server on the target meanwhile waits for this lock.
    return target.withWriteLock(
      'migrations',
      async tx => {
        const [found] = await ENGINE_TABLES[target.engine].listTables(tx)
        if (found !== undefined) throw notEmpty('The database that --to names', found)
        return copyTables(snapshot, tx, target.engine)
      },
      { has_time_limit: false },
    )
  })
}

function notEmpty(what: string, table?: string): StartupRefusal {
  const there = table ? ` holds tables already (${table})` : ' exists already'
  return new StartupRefusal(
    `${what}${there}. Nothing was changed. Give an empty database, or a folder without foyer.db.`,
  )
}

/** The sentences of PostgreSQL's mistakes are about APP_DATABASE_URL. */
async function translated<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const mistake = mistakeIn(error)?.replaceAll('APP_DATABASE_URL', name)
    if (mistake) throw new StartupRefusal(mistake, error)
    if (error instanceof StorageFault && !error.disk)
      throw new StartupRefusal(`PostgreSQL cannot be used at ${name}: ${error.message}`, error)
    throw error
  }
}

function nextSteps(
  { database_url, encryption_key, data_dir }: Config,
  folder: DataFolder,
  target: string,
): string[] {
  const kept = database_url ? 'The database in PostgreSQL' : folder.database_file
  const old = `${kept} was left as it is. Remove it when you are content.`
  if (POSTGRES_URL.test(target)) {
    const key = encryption_key ? 'APP_ENCRYPTION_KEY' : folder.key_file
    return [
      'Set APP_DATABASE_URL to the address you gave, with its password.',
      `Keep ${key}: the secrets in the database open with this key only. APP_DATA_DIR stays ${data_dir}.`,
      old,
    ]
  }
  const place = describeDataFolder(target)
  return [
    `Remove APP_DATABASE_URL, and set APP_DATA_DIR to ${place.path}.`,
    keyStep(encryption_key !== undefined, folder, place),
    old,
  ]
}

function keyStep(isGiven: boolean, from: DataFolder, to: DataFolder): string {
  if (isGiven) return 'Keep APP_ENCRYPTION_KEY: the secrets in the database open with this key only.'
  if (from.path === to.path)
    return `Keep ${from.key_file}: the secrets in the database open with this key only.`
  return `Copy the key, without which the secrets in the database cannot be opened: cp -p ${from.key_file} ${to.key_file}`
}

function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function dropFiles(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
