import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { temporaryFolder } from '#test/engines.ts'
import { backUp } from './backup.ts'
import { type DataFolder, lockDataFolder, openDataFolder } from './data-folder.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrator.ts'
import { restoreBackup } from './restore.ts'
import { openSqlite } from './sqlite.ts'

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

  it('names the backups there are when it is asked for another', async () => {
    const { folder, backup } = await setUp()
    expect(() => restoreBackup(folder, 'foyer-1999.db', MORNING)).toThrow(basename(backup))
    const empty = openDataFolder(temporaryFolder())
    expect(() => restoreBackup(empty, 'latest', MORNING)).toThrow('There are none yet')
  })
})
