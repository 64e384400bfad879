import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { backUpNightly } from '#db/backup.ts'
import { openDataFolder } from '#db/data-folder.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import { restoreBackup } from '#db/restore.ts'
import { insertPlainUser } from '#features/sessions/index.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { callProcess, runToEnd, startProcess } from '#test/processes.ts'
import { createTestLog } from '#test/test-log.ts'

/**
 * Defends against a server that loses its database and opens its setup to whoever comes first: with a trace of an
 * earlier database in the folder it refuses to start, says which backup there is and how to restore it. One test
 * starts processes, as people do; the others start the server in this one.
 */

const NIGHT = new Date('2026-11-14T03:30:00.000Z')
const NEWEST = 'foyer-2026-11-15T03-30-00-000Z-nightly.db'

/** A folder with somebody in it, a key and two backups. */
async function usedFolder(): Promise<string> {
  const folder = openDataFolder(temporaryFolder())
  const database = openSqlite(folder.database_file)
  await migrate(database, migrations, { now: () => '' })
  await database.transaction(tx => insertPlainUser(tx, 'ana', ''))
  writeFileSync(folder.key_file, newKey(), { mode: 0o600 })
  await backUpNightly(folder, NIGHT)
  expect(basename(await backUpNightly(folder, new Date('2026-11-15T03:30:00.000Z')))).toBe(NEWEST)
  await database.close()
  return folder.path
}

const newKey = () => `${randomBytes(32).toString('base64')}\n`

interface Settings {
  APP_DATA_DIR: string
  APP_ENCRYPTION_KEY?: string
  APP_LAUNCHER?: string
}

const start = (env: Settings) => compose(readConfig({ ...env }), { log: createTestLog() })

async function needsSetup(APP_DATA_DIR: string): Promise<boolean> {
  const app = await start({ APP_DATA_DIR })
  try {
    return (await app.http.inject('/api/auth/status')).json().needs_setup
  } finally {
    await app.close()
  }
}

/** The sentence with which the start is refused. */
async function refusalOf(env: Settings): Promise<string> {
  const refused: unknown = await start(env).catch((error: unknown) => error)
  if (!(refused instanceof StartupRefusal))
    throw new Error('It started, or failed by a bug.', { cause: refused })
  return refused.message
}

function removeDatabase(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `foyer.db${suffix}`), { force: true })
}

function replaceDatabase(folder: string, statements: string): void {
  removeDatabase(folder)
  const other = new DatabaseSync(join(folder, 'foyer.db'))
  other.exec(statements)
  other.close()
}

const LOSSES: readonly [what: string, lose: (folder: string) => void, said: RegExp][] = [
  ['is missing', removeDatabase, /foyer\.db is missing/],
  [
    'is empty',
    folder => {
      removeDatabase(folder)
      writeFileSync(join(folder, 'foyer.db'), '')
    },
    /foyer\.db is empty/,
  ],
  [
    'was cut to nothing beside its journal',
    folder => {
      truncateSync(join(folder, 'foyer.db'))
      writeFileSync(join(folder, 'foyer.db-wal'), 'the last commits')
    },
    /foyer\.db is empty/,
  ],
  ['has no tables', folder => replaceDatabase(folder, 'pragma user_version = 7'), /foyer\.db is empty/],
  [
    'has a table of migrations without a row',
    folder => replaceDatabase(folder, 'create table schema_migrations (name text, applied_at text)'),
    /foyer\.db is empty/,
  ],
  [
    'belongs to another program',
    folder => replaceDatabase(folder, 'create table bookmarks (id integer)'),
    /foyer\.db is not a Foyer database/,
  ],
]

describe('a database that was lost', () => {
  it.each(LOSSES)('and %s is not replaced by a new one with an open setup', async (_what, lose, said) => {
    const APP_DATA_DIR = await usedFolder()
    lose(APP_DATA_DIR)
    const sentence = await refusalOf({ APP_DATA_DIR })
    expect(sentence).toMatch(said)
    expect(sentence).toContain(`npm run restore -- ${NEWEST}`)
  })

  it('is refused again and again, and comes back by the command that the refusal names', async () => {
    const APP_DATA_DIR = await usedFolder()
    const env = { APP_DATA_DIR }
    removeDatabase(APP_DATA_DIR)
    // The second time too: the first must not leave a file that passes for a database.
    for (let tries = 0; tries < 2; tries++) {
      const end = await runToEnd({ env })
      expect([end.code, end.signal]).toEqual([78, null])
      expect(end.stderr).toMatch(/^Foyer cannot start: [^\n]*foyer\.db is missing[^\n]+\n$/)
    }
    expect((await runToEnd({ env, args: ['restore', NEWEST] })).code).toBe(0)
    const server = await startProcess({ env })
    expect((await callProcess(server, 'GET', '/api/auth/status')).body.needs_setup).toBe(false)
  })

  it('is seen without a key file too, where the key comes from the environment', async () => {
    const APP_DATA_DIR = await usedFolder()
    rmSync(join(APP_DATA_DIR, 'encryption.key'))
    removeDatabase(APP_DATA_DIR)
    const env = { APP_DATA_DIR, APP_ENCRYPTION_KEY: newKey().trim() }
    expect(await refusalOf(env)).toMatch(/foyer\.db is missing/)
  })

  it('is seen by a database that an interrupted restore set aside, and that one can be put back', async () => {
    const APP_DATA_DIR = await usedFolder()
    rmSync(join(APP_DATA_DIR, 'backups'), { recursive: true })
    const former = 'foyer.db.before-restore-2026-11-15T09-00-00-000Z'
    renameSync(join(APP_DATA_DIR, 'foyer.db'), join(APP_DATA_DIR, former))
    const sentence = await refusalOf({ APP_DATA_DIR })
    expect(sentence).toMatch(/foyer\.db is missing/)
    expect(sentence).toContain(`npm run restore -- ${former}.`)
    // By the word that the start script of this Foyer has for it.
    const elsewhere = await refusalOf({ APP_DATA_DIR, APP_LAUNCHER: '/opt/foyer/foyer' })
    expect(elsewhere).toContain(`with: /opt/foyer/foyer restore ${former}.`)
    restoreBackup(openDataFolder(APP_DATA_DIR), former, NIGHT)
    expect(await needsSetup(APP_DATA_DIR)).toBe(false)
  })

  it.each(['missing', 'empty'])(
    'is seen by its key beside the folder of its backups, also when no copy is left: foyer.db is %s',
    async state => {
      const APP_DATA_DIR = await usedFolder()
      removeDatabase(APP_DATA_DIR)
      if (state === 'empty') writeFileSync(join(APP_DATA_DIR, 'foyer.db'), '')
      for (const name of readdirSync(join(APP_DATA_DIR, 'backups')))
        rmSync(join(APP_DATA_DIR, 'backups', name))
      const sentence = await refusalOf({ APP_DATA_DIR })
      expect(sentence).toContain(
        `foyer.db is ${state}, but its encryption.key and the folder backups are here`,
      )
      expect(sentence).toContain('move the folder backups out of the data folder')
    },
  )

  it('is seen by its journal when nothing else is left', async () => {
    const APP_DATA_DIR = temporaryFolder()
    writeFileSync(join(APP_DATA_DIR, 'foyer.db-wal'), 'the last commits')
    expect(await refusalOf({ APP_DATA_DIR })).toMatch(/its journal foyer\.db-wal is here/)
    expect(readdirSync(APP_DATA_DIR)).toContain('foyer.db-wal')
  })
})

describe('a new database', () => {
  it('is made in an empty folder, and in one that holds only a key made in advance', async () => {
    expect(await needsSetup(temporaryFolder())).toBe(true)
    const prepared = temporaryFolder()
    writeFileSync(join(prepared, 'encryption.key'), newKey())
    expect(await needsSetup(prepared)).toBe(true)
  })

  it('is made in a folder that holds only a folder for backups, as a mounted volume does', async () => {
    const mounted = temporaryFolder()
    mkdirSync(join(mounted, 'backups'))
    expect(await needsSetup(mounted)).toBe(true)
  })

  it('is finished where the first start was cut off', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'foyer.db'), '')
    expect(await needsSetup(folder)).toBe(true)
    const later = temporaryFolder()
    replaceDatabase(
      later,
      'create table schema_migrations (name text primary key not null, applied_at text not null)',
    )
    expect(await needsSetup(later)).toBe(true)
  })

  it('is not made inside the database of another program', async () => {
    const folder = temporaryFolder()
    replaceDatabase(folder, 'create table bookmarks (id integer)')
    expect(await refusalOf({ APP_DATA_DIR: folder })).toMatch(/database of another program/)
  })

  it('is made once the backups were moved away on purpose', async () => {
    const folder = await usedFolder()
    removeDatabase(folder)
    renameSync(join(folder, 'backups'), join(temporaryFolder(), 'backups'))
    expect(await needsSetup(folder)).toBe(true)
  })
})
