import { mkdirSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import {
  backUp,
  backUpBeforeUpgrade,
  backUpNightly,
  dropPartialCopies,
  listBackups,
  NIGHTLY_COPIES_KEPT,
} from './backup.ts'
import type { Database } from './database.ts'
import { inspectDatabaseFile } from './database-file.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrator.ts'
import { openSqlite, openSqliteFile } from './sqlite.ts'

const NIGHT = Date.parse('2026-11-15T03:00:00.000Z')
const PAIRS_AT_MOST = 2000

async function setUp() {
  const folder = temporaryFolder()
  const place = { database_file: join(folder, 'foyer.db'), backups: join(folder, 'backups') }
  const database = openSqlite(place.database_file)
  afterTest(() => database.close())
  await migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' })
  return { place, database }
}

/** Two rows that belong together: a copy that holds one of them was taken through the middle. */
function writePair(database: Database, n: number, value = ''): Promise<void> {
  const row = (key: string) => ({ key, value, encrypted: 0 as const, updated_at: '' })
  return database.transaction(async tx => {
    await tx
      .insertInto('settings')
      .values(row(`left ${n}`))
      .execute()
    await tx
      .insertInto('settings')
      .values(row(`right ${n}`))
      .execute()
  })
}

/** Answers how many it wrote; the bound is there for a backup that waits for silence. */
async function writeUntil(signal: AbortSignal, database: Database): Promise<number> {
  let n = 0
  while (!signal.aborted && n < PAIRS_AT_MOST) {
    await writePair(database, 50 + n++)
    await setImmediate()
  }
  return n
}

function readKeys(file: string): string[] {
  const copy = openSqliteFile(file)
  try {
    const rows = copy.prepare('select key from settings').all()
    return rows.map(row => String(row.key))
  } finally {
    copy.close()
  }
}

describe('backups', () => {
  it('hold whole transactions, also while more are written', async () => {
    const { place, database } = await setUp()
    for (let n = 0; n < 50; n++) await writePair(database, n, 'x'.repeat(20_000))
    const ended = new AbortController()
    const writer = writeUntil(ended.signal, database)
    const file = await backUp(place, 'nightly', new Date(NIGHT))
    ended.abort()
    expect(await writer).toBeLessThan(PAIRS_AT_MOST)
    expect(inspectDatabaseFile(file, 'quick').is).toBe('foyer')
    const keys = readKeys(file)
    const left = keys.filter(key => key.startsWith('left')).length
    expect(left).toBeGreaterThanOrEqual(50)
    expect(keys).toHaveLength(2 * left)
  })

  it('are kept fourteen, the newest', async () => {
    const { place } = await setUp()
    for (let n = 0; n < NIGHTLY_COPIES_KEPT + 3; n++) await backUpNightly(place, new Date(NIGHT + n * DAY_MS))
    const names = listBackups(place.backups)
    expect(names).toHaveLength(14)
    expect(names[0]).toBe('foyer-2026-12-01T03-00-00-000Z-nightly.db')
    expect(names.at(-1)).toBe('foyer-2026-11-18T03-00-00-000Z-nightly.db')
  })

  it('are kept when they were just made, however early their clock', async () => {
    const { place } = await setUp()
    for (let n = 1; n <= NIGHTLY_COPIES_KEPT; n++) await backUpNightly(place, new Date(NIGHT + n * DAY_MS))
    const made = await backUpNightly(place, new Date(NIGHT))
    expect(listBackups(place.backups)).toContain(basename(made))
  })

  it('are not seen while partial, and a partial one of a crash does not stand in the way', async () => {
    const { place } = await setUp()
    mkdirSync(place.backups)
    const name = 'foyer-2026-11-15T03-00-00-000Z-nightly.db'
    writeFileSync(join(place.backups, `${name}.partial`), 'half')
    expect(listBackups(place.backups)).toEqual([])
    await backUp(place, 'nightly', new Date(NIGHT))
    expect(readdirSync(place.backups)).toEqual([name])
  })

  it('are kept of the last five upgrades, apart from the nights', async () => {
    const { place } = await setUp()
    for (let n = 0; n < NIGHTLY_COPIES_KEPT; n++) await backUpNightly(place, new Date(NIGHT + n * DAY_MS))
    for (let n = 1; n <= 8; n++)
      await backUpBeforeUpgrade(place, `000${n}-x`, new Date(NIGHT + n * DAY_MS + 1))
    const names = listBackups(place.backups)
    expect(names.filter(name => name.endsWith('-nightly.db'))).toHaveLength(14)
    const upgrades = names.filter(name => name.includes('-before-'))
    expect(upgrades.map(name => name.slice(-9))).toEqual([
      '0008-x.db',
      '0007-x.db',
      '0006-x.db',
      '0005-x.db',
      '0004-x.db',
    ])
  })

  it('of the first upgrade survive a restore and a second upgrade from another state', async () => {
    const { place, database } = await setUp()
    await writePair(database, 1)
    const first = await backUpBeforeUpgrade(place, '0002-x', new Date(NIGHT))
    await writePair(database, 2)
    for (let n = 1; n <= 3; n++) await backUpBeforeUpgrade(place, '0002-x', new Date(NIGHT + n * DAY_MS))
    expect(listBackups(place.backups)).toEqual([
      'foyer-2026-11-18T03-00-00-000Z-before-0002-x.db',
      basename(first),
    ])
    expect(readKeys(first)).not.toContain('left 2')
  })

  it('of an upgrade that is tried again and again leave those of earlier upgrades alone', async () => {
    const { place } = await setUp()
    await backUpBeforeUpgrade(place, '0001-done', new Date(NIGHT))
    await backUpBeforeUpgrade(place, '0002-applied', new Date(NIGHT + 1))
    for (let n = 2; n < 12; n++) await backUpBeforeUpgrade(place, '0003-fails', new Date(NIGHT + n))
    expect(listBackups(place.backups)).toEqual([
      'foyer-2026-11-15T03-00-00-011Z-before-0003-fails.db',
      'foyer-2026-11-15T03-00-00-002Z-before-0003-fails.db',
      'foyer-2026-11-15T03-00-00-001Z-before-0002-applied.db',
      'foyer-2026-11-15T03-00-00-000Z-before-0001-done.db',
    ])
  })

  it('that somebody else put there are never dropped, nor taken for the latest', async () => {
    const { place } = await setUp()
    mkdirSync(place.backups)
    writeFileSync(join(place.backups, 'foyer-before-the-move.db'), 'by hand')
    for (let n = 0; n < NIGHTLY_COPIES_KEPT + 1; n++) await backUpNightly(place, new Date(NIGHT + n * DAY_MS))
    const names = listBackups(place.backups)
    expect(names[0]).toBe('foyer-2026-11-29T03-00-00-000Z-nightly.db')
    expect(names.at(-1)).toBe('foyer-before-the-move.db')
  })

  it('that fail leave nothing behind, and say what failed', async () => {
    const { place } = await setUp()
    await expect(
      backUpNightly({ ...place, database_file: place.backups }, new Date(NIGHT)),
    ).rejects.toMatchObject({
      name: 'StorageFault',
      code: 'SQLITE_CANTOPEN',
    })
    expect(readdirSync(place.backups)).toEqual([])
  })

  it('that a killed process left half made are removed with what lies beside them', () => {
    const folder = temporaryFolder()
    const whole = 'foyer-2026-11-15T03-00-00-000Z-nightly.db'
    writeFileSync(join(folder, whole), '')
    for (const end of ['.partial', '.partial-journal']) writeFileSync(join(folder, whole + end), 'half')
    dropPartialCopies(folder)
    expect(readdirSync(folder)).toEqual([whole])
    dropPartialCopies(join(folder, 'nowhere'))
  })

  it('can be read by their owner only', async () => {
    const { place } = await setUp()
    const file = await backUp(place, 'nightly', new Date(NIGHT))
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(statSync(place.backups).mode & 0o077).toBe(0)
  })

  it('are none before the first', () => {
    expect(listBackups(join(temporaryFolder(), 'nowhere'))).toEqual([])
  })
})

describe('the integrity check', () => {
  it('finds a page that was overwritten', async () => {
    const { place, database } = await setUp()
    for (let n = 0; n < 20; n++) await writePair(database, n, 'x'.repeat(5000))
    const file = await backUp(place, 'nightly', new Date(NIGHT))
    expect(inspectDatabaseFile(file, 'quick').is).toBe('foyer')
    const handle = openSync(file, 'r+')
    for (let page = 3; page < 12; page++) writeSync(handle, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096)
    expect(inspectDatabaseFile(file, 'quick').is).toBe('damaged')
  })

  it('reports a file that is not a database', () => {
    const text = join(temporaryFolder(), 'text.db')
    writeFileSync(text, 'not a database at all, but long enough to be looked at'.repeat(50))
    expect(inspectDatabaseFile(text, 'quick')).toEqual({
      is: 'damaged',
      damage: expect.stringContaining('not a database'),
    })
  })
})
