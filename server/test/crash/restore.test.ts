import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUpNightly } from '#db/backup.ts'
import { type DataFolder, openDataFolder } from '#db/data-folder.ts'
import { completeStagedOnPostgres } from '#db/copy/complete-staged.ts'
import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { restoreBackup } from '#db/restore.ts'
import { openSqlite } from '#db/sqlite.ts'
import { stageRestore } from '#db/staged-restore.ts'
import { startApp } from '#test/app.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import type { RestoreOrders } from './restore-orders.ts'
import { bundleChild, startChild } from './spawn.ts'
import { stagingOf } from './stage-latest.ts'

const OLD = ['after', 'before', 'in the journal']
const RESTORED = ['before']
const NOW = '2026-11-15T09:00:00.000Z'
/** More than there are steps, so that one that never ends is seen. */
const TOO_MANY = 30

let folder: string
let script: string
let template: string

beforeAll(async () => {
  folder = lastingFolder('foyer-restore-')
  script = await bundleChild(folder, './child-restore.ts')
  template = join(folder, 'template')
  await makeTemplate(template)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The folder of a server that was killed: the newest of what it saved is only in the journal. */
async function makeTemplate(path: string): Promise<void> {
  const data = openDataFolder(join(folder, 'running'))
  const database = openSqlite(data.database_file)
  await migrate(database, migrations, { now: () => NOW })
  await save(database, 'before')
  await backUpNightly(data, new Date('2026-11-15T03:30:00.000Z'))
  await save(database, 'after')
  await database.transaction(tx => tx.updateTable('settings').set({ updated_at: NOW }).execute())
  await save(database, 'in the journal')
  cpSync(data.path, path, { recursive: true })
  await database.close()
}

async function save(database: Database, key: string): Promise<void> {
  const row = { key, value: '', encrypted: 0 as const, updated_at: '' }
  await database.transaction(tx => tx.insertInto('settings').values(row).execute())
}

async function keysIn(database: Database): Promise<string[]> {
  const rows = await database.read.selectFrom('settings').select('key').orderBy('key').execute()
  return rows.map(row => row.key).filter(key => OLD.includes(key))
}

function freshCopy(name: string): DataFolder {
  const path = join(folder, name)
  cpSync(template, path, { recursive: true })
  return openDataFolder(path)
}

/** True when it died, false when it came to its end before. */
async function runKilled(
  data: DataFolder,
  mode: RestoreOrders['mode'],
  kill_at: number,
  database_url = '',
): Promise<boolean> {
  const orders: RestoreOrders = { mode, data: data.path, now: NOW, kill_at, database_url }
  const ended = await startChild(script, orders).ended
  expect(['SIGKILL', 0]).toContain(ended)
  return ended === 'SIGKILL'
}

/** What a start finds; with neither of the two databases it would have refused or begun as new. */
async function startOn(data: DataFolder): Promise<string[]> {
  const app = await startApp({ env: { APP_DATA_DIR: data.path } })
  return keysIn(app.database)
}

/** A copy of the former database that lost its journal would say less than `OLD`. */
async function keysSetAside(data: DataFolder): Promise<string[][]> {
  const names = readdirSync(data.path).filter(name => /\.before-restore-.*Z$/.test(name))
  const found: string[][] = []
  for (const name of names) {
    const database = openSqlite(join(data.path, name))
    found.push(await keysIn(database))
    await database.close()
  }
  return found
}

describe('a restore that is killed before any of its steps (1:4.8)', () => {
  it('leaves a start the old database or the restored one, and nothing of the old is lost', async () => {
    const found: string[][] = []
    for (let killAt = 1; killAt < TOO_MANY; killAt++) {
      const data = freshCopy(`start-${killAt}`)
      const died = await runKilled(data, 'restore', killAt)
      const keys = await startOn(data)
      expect([OLD, RESTORED], `killed before step ${killAt}`).toContainEqual(keys)
      const kept = keys.length === RESTORED.length ? [OLD] : []
      expect(await keysSetAside(data), `killed before step ${killAt}`).toEqual(kept)
      if (!died) break
      found.push(keys)
    }
    expect(found.length).toBeGreaterThanOrEqual(6)
    expect(found[0]).toEqual(OLD)
    expect(found.at(-1)).toEqual(RESTORED)
  })

  it('is completed by a start that is killed too, wherever', async () => {
    let again = 0
    for (let killAt = 4; killAt < TOO_MANY; killAt++) {
      const data = freshCopy(`again-${killAt}`)
      if (!(await runKilled(data, 'restore', killAt))) break
      for (let second = 1; await runKilled(data, 'complete', second); second++) again += 1
      expect(await startOn(data), `killed before step ${killAt}`).toEqual(RESTORED)
      expect(await keysSetAside(data), `killed before step ${killAt}`).toEqual([OLD])
    }
    expect(again).toBeGreaterThanOrEqual(4)
  })

  it('can be asked for again', async () => {
    for (let killAt = 1; killAt < TOO_MANY; killAt++) {
      const data = freshCopy(`repeat-${killAt}`)
      const died = await runKilled(data, 'restore', killAt)
      restoreBackup(data, 'latest', new Date('2026-11-15T10:00:00.000Z'))
      expect(await startOn(data), `killed before step ${killAt}`).toEqual(RESTORED)
      expect(await keysSetAside(data), `killed before step ${killAt}`).toContainEqual(OLD)
      if (!died) break
    }
  })
})

describe('a restore that a running server decides (1:4.8)', () => {
  it('is carried out by the next start, or was not decided: killed anywhere', async () => {
    const found: string[][] = []
    for (let killAt = 1; killAt < TOO_MANY; killAt++) {
      const data = freshCopy(`stage-${killAt}`)
      const died = await runKilled(data, 'stage', killAt)
      const keys = await startOn(data)
      expect(keys, `killed before step ${killAt}`).toEqual(died ? OLD : RESTORED)
      expect(await keysSetAside(data), `killed before step ${killAt}`).toEqual(died ? [] : [OLD])
      found.push(keys)
      if (!died) break
    }
    expect(found.length).toBeGreaterThanOrEqual(4)
  })

  it('leaves one state or the other on PostgreSQL, and ends restored with a restore point', async () => {
    const found: string[][] = []
    // Before the first step nothing has happened.
    for (let killAt = 2; killAt < TOO_MANY; killAt++) {
      const data = openDataFolder(join(folder, `postgres-${killAt}`))
      cpSync(join(template, 'backups'), data.backups, { recursive: true })
      const url = await freshPostgresUrl()
      const database = openPostgres(url)
      for (const key of OLD) await save(database, key)
      await database.close()
      const { restore_point } = await stageRestore(data, stagingOf(data, 'postgres', NOW))
      const died = await runKilled(data, 'complete-on-postgres', killAt, url)
      const again = openPostgres(url)
      const between = await keysIn(again)
      expect([OLD, RESTORED], `killed before step ${killAt}`).toContainEqual(between)
      const completed = await completeStagedOnPostgres(again, data)
      expect(completed === null, `killed before step ${killAt}`).toBe(!died)
      expect(await keysIn(again), `killed before step ${killAt}`).toEqual(RESTORED)
      await again.close()
      const point = openSqlite(join(data.backups, restore_point ?? ''))
      expect(await keysIn(point), `killed before step ${killAt}`).toEqual(OLD)
      await point.close()
      found.push(between)
      if (!died) break
    }
    expect(found.length).toBeGreaterThanOrEqual(4)
    expect([found[0], found.at(-1)]).toEqual([OLD, RESTORED])
  })
})
