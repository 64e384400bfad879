import { chmodSync, cpSync, existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { backUp } from './backup.ts'
import { type DataFolder, lockDataFolder, openDataFolder } from './data-folder.ts'
import { inspectDatabaseFile } from './database-file.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrator.ts'
import { completeRestore, restoreBackup } from './restore.ts'
import { openSqlite, openSqliteFile } from './sqlite.ts'

const NIGHT = new Date('2026-11-15T03:00:00.000Z')
const MORNING = new Date('2026-11-15T09:00:00.000Z')

/** A folder whose database says `after`, with a backup of when it said `before`. */
async function setUp() {
  const folder = openDataFolder(temporaryFolder())
  await write(folder, 'before')
  const backup = await backUp(folder, 'nightly', NIGHT)
  await write(folder, 'after')
  return { folder, backup }
}

async function write(folder: DataFolder, key: string): Promise<void> {
  const database = openSqlite(folder.database_file)
  await migrate(database, migrations, { now: () => '' })
  const row = { key, value: '', encrypted: 0 as const, updated_at: '' }
  await database.transaction(tx => tx.insertInto('settings').values(row).execute())
  await database.close()
}

async function readKeys(file: string): Promise<string[]> {
  const database = openSqlite(file)
  const rows = await database.read.selectFrom('settings').select('key').orderBy('key').execute()
  await database.close()
  return rows.map(row => row.key)
}

describe('restore', () => {
  it('puts the latest backup in place and keeps what was there', async () => {
    const { folder, backup } = await setUp()
    const { from, kept } = restoreBackup(folder, 'latest', MORNING)
    expect(from).toBe(backup)
    expect(await readKeys(folder.database_file)).toEqual(['before'])
    expect(kept).toBe(`${folder.database_file}.before-restore-2026-11-15T09-00-00-000Z`)
    expect(await readKeys(kept ?? '')).toEqual(['after', 'before'])
  })

  it.each([
    ['its name', (file: string) => basename(file)],
    ['its path', (file: string) => file],
  ])('finds a backup by %s', async (_how, name) => {
    const { folder, backup } = await setUp()
    restoreBackup(folder, name(backup), MORNING)
    expect(await readKeys(folder.database_file)).toEqual(['before'])
  })

  it('takes the write-ahead files aside with their database, or they would be played into the backup', async () => {
    const { folder } = await setUp()
    for (const suffix of ['-wal', '-shm']) writeFileSync(folder.database_file + suffix, 'of the old one')
    const { kept } = restoreBackup(folder, 'latest', MORNING)
    for (const suffix of ['-wal', '-shm']) {
      expect(existsSync(folder.database_file + suffix)).toBe(false)
      expect(existsSync(kept + suffix)).toBe(true)
    }
  })

  it('works in a folder that lost its database', async () => {
    const { folder, backup } = await setUp()
    const elsewhere = openDataFolder(temporaryFolder())
    expect(restoreBackup(elsewhere, backup, MORNING).kept).toBeNull()
    expect(await readKeys(elsewhere.database_file)).toEqual(['before'])
    expect(await readKeys(folder.database_file)).toEqual(['after', 'before'])
  })

  it('refuses while Foyer runs on the folder', async () => {
    const { folder } = await setUp()
    const lock = lockDataFolder(folder)
    expect(() => restoreBackup(folder, 'latest', MORNING)).toThrow(StartupRefusal)
    lock.release()
    expect(await readKeys(folder.database_file)).toEqual(['after', 'before'])
    restoreBackup(folder, 'latest', MORNING)
    expect(await readKeys(folder.database_file)).toEqual(['before'])
  })

  it('refuses a damaged backup and changes nothing', async () => {
    const { folder } = await setUp()
    const damaged = join(folder.backups, 'foyer-2026-11-16T03-00-00-000Z-nightly.db')
    writeFileSync(damaged, 'this was a database once'.repeat(500))
    const files = readdirSync(folder.path)
    expect(() => restoreBackup(folder, 'latest', MORNING)).toThrow('That backup is damaged')
    expect(readdirSync(folder.path).toSorted()).toEqual([...files, 'foyer.lock'].toSorted())
    expect(await readKeys(folder.database_file)).toEqual(['after', 'before'])
  })

  /** Files that are not backups of Foyer, each created at the given path. */
  const UNUSABLE: readonly [what: string, make: (file: string) => void, sentence: RegExp][] = [
    ['an empty file', file => writeFileSync(file, ''), /holds no database\. Nothing was changed/],
    ['a database without tables', file => run(file, 'pragma user_version = 1'), /holds no database/],
    [
      'the database of another program',
      file => run(file, 'create table bookmarks (id)'),
      /not a Foyer database/,
    ],
    [
      'one with a table of migrations of its own',
      file =>
        run(file, "create table schema_migrations (version); insert into schema_migrations values ('1')"),
      /not a Foyer database/,
    ],
    [
      'one with the same table but other migrations',
      file =>
        run(file, "create table schema_migrations (name); insert into schema_migrations values ('0001-x')"),
      /not a Foyer database/,
    ],
  ]

  function run(file: string, statements: string): void {
    const handle = openSqliteFile(file)
    handle.exec(statements)
    handle.close()
  }

  it.each(UNUSABLE)('refuses %s, changes nothing, and names a good backup', async (_what, make, sentence) => {
    const { folder, backup } = await setUp()
    const other = join(temporaryFolder(), 'other.db')
    make(other)
    const files = readdirSync(folder.path)
    expect(() => restoreBackup(folder, other, MORNING)).toThrow(sentence)
    expect(() => restoreBackup(folder, other, MORNING)).toThrow(`The newest good one is ${basename(backup)}.`)
    expect(readdirSync(folder.path).toSorted()).toEqual([...files, 'foyer.lock'].toSorted())
    expect(await readKeys(folder.database_file)).toEqual(['after', 'before'])
  })

  it('refuses a backup of a newer Foyer, whose version it could not start', async () => {
    const { folder, backup } = await setUp()
    run(backup, "insert into schema_migrations values ('9999-from-the-future', '')")
    expect(() => restoreBackup(folder, 'latest', MORNING)).toThrow(
      /newer Foyer \(it holds "9999-from-the-future"\)/,
    )
    expect(await readKeys(folder.database_file)).toEqual(['after', 'before'])
  })

  it('finds an index that does not belong to its table, which a quick check does not', async () => {
    const { folder, backup } = await setUp()
    const handle = openSqliteFile(backup)
    handle.exec('create table t (a, b); insert into t values (1, 2); create index i on t (a)')
    handle.enableDefensive(false)
    handle.exec(
      "pragma writable_schema = on; update sqlite_schema set sql = 'create index i on t (b)' where name = 'i'",
    )
    handle.close()
    expect(inspectDatabaseFile(backup, 'quick').is).toBe('foyer')
    expect(() => restoreBackup(folder, 'latest', MORNING)).toThrow('That backup is damaged')
  })

  it('brings a database that was set aside back with what is only in its journal', async () => {
    const { folder } = await setUp()
    const database = openSqlite(folder.database_file)
    const row = { key: 'in the journal', value: '', encrypted: 0 as const, updated_at: '' }
    await database.transaction(tx => tx.insertInto('settings').values(row).execute())
    const killed = openDataFolder(temporaryFolder())
    cpSync(folder.path, killed.path, { recursive: true })
    await database.close()
    const { kept } = restoreBackup(killed, 'latest', MORNING)
    expect(await readKeys(killed.database_file)).toEqual(['before'])
    restoreBackup(killed, basename(kept ?? ''), new Date(MORNING.getTime() + 1))
    expect(await readKeys(killed.database_file)).toEqual(['after', 'before', 'in the journal'])
  })

  it('leaves databases that only their owner can read, whatever the rights before', async () => {
    const { folder, backup } = await setUp()
    for (const file of [backup, folder.database_file]) chmodSync(file, 0o644)
    const { kept } = restoreBackup(folder, 'latest', MORNING)
    for (const file of [folder.database_file, kept ?? '', backup]) {
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
  })

  it('throws away a copy that was not finished, and completes a restore that was decided', async () => {
    const { folder, backup } = await setUp()
    writeFileSync(`${folder.database_file}.incoming`, 'half')
    expect(completeRestore(folder)).toBeNull()
    expect(existsSync(`${folder.database_file}.incoming`)).toBe(false)
    renameSync(backup, `${folder.database_file}.restoring-2026-11-15T09-00-00-000Z`)
    const kept = `${folder.database_file}.before-restore-2026-11-15T09-00-00-000Z`
    expect(completeRestore(folder)).toEqual({ kept })
    expect(await readKeys(folder.database_file)).toEqual(['before'])
    expect(await readKeys(kept)).toEqual(['after', 'before'])
  })

  it('names the backups there are when it is asked for another', async () => {
    const { folder, backup } = await setUp()
    expect(() => restoreBackup(folder, 'foyer-1999.db', MORNING)).toThrow(basename(backup))
    const empty = openDataFolder(temporaryFolder())
    expect(() => restoreBackup(empty, 'latest', MORNING)).toThrow('There are none yet')
  })
})
