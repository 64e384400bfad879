import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { backUpNightly } from '#db/backup.ts'
import { openDataFolder } from '#db/data-folder.ts'
import { isDiskFull } from '#kit/storage-fault.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { temporaryFolder } from '#test/engines.ts'
import { expectReady, type Ended, runToEnd, startProcess, stop } from '#test/processes.ts'

/** A good answer is remembered this long. */
const REMEMBERED_MS = 10_000

async function readiness(app: TestApp): Promise<[number, Record<string, string>]> {
  const { status, body } = await app.call('GET', '/api/health/ready')
  return [status, body.checks]
}

function allowPages(app: TestApp, count: number): Promise<unknown> {
  return app.database.transaction(tx => sql`pragma max_page_count = ${sql.raw(String(count))}`.execute(tx))
}

/** The database may not grow, and nothing is left of the pages it has. */
async function fillDatabase(app: TestApp): Promise<void> {
  await allowPages(app, 1)
  for (let n = 0; n < 1000; n++) {
    const row = { key: `filler ${n}`, value: 'x'.repeat(4000), encrypted: 0 as const, updated_at: '' }
    try {
      await app.database.transaction(tx => tx.insertInto('settings').values(row).execute())
    } catch (error) {
      expect(isDiskFull(error)).toBe(true)
      return
    }
  }
  throw new Error('the database never became full')
}

describe('readiness on a full disk (1/I)', () => {
  it('is lost and comes back, and the log names the cause once', async () => {
    const app = await startApp()
    expect((await readiness(app))[0]).toBe(200)
    await fillDatabase(app)
    app.clock.advance(REMEMBERED_MS)
    for (let asked = 0; asked < 3; asked++) {
      const checks = { database: 'failed', migrations: 'ok', encryption_key: 'ok' }
      expect(await readiness(app)).toEqual([503, checks])
    }
    const lines = app.log.entries.filter(entry => entry.msg.startsWith('nothing can be saved'))
    expect(lines).toMatchObject([
      { level: 'error', err: { code: 'SQLITE_FULL', message: expect.stringContaining('disk is full') } },
    ])
    await allowPages(app, 1_000_000)
    expect((await readiness(app))[0]).toBe(200)
    expect(app.log.entries.filter(entry => entry.msg === 'changes can be saved again')).toHaveLength(1)
  })

  it('is lost when the folder takes no file, although the journal still has room', async () => {
    const APP_DATA_DIR = temporaryFolder()
    const app = await startApp({ env: { APP_DATA_DIR } })
    mkdirSync(join(APP_DATA_DIR, '.write-test', 'in the way'), { recursive: true })
    expect((await readiness(app))[0]).toBe(503)
    rmSync(join(APP_DATA_DIR, '.write-test'), { recursive: true })
    expect((await readiness(app))[0]).toBe(200)
  })

  it('costs one write in ten seconds, however often it is asked for, and leaves nothing behind', async () => {
    const APP_DATA_DIR = temporaryFolder()
    let probes = 0
    const observe = (statement: string) =>
      void (probes += Number(statement.startsWith('delete from "settings"')))
    const app = await startApp({ env: { APP_DATA_DIR }, overrides: { observe } })
    await Promise.all(Array.from({ length: 20 }, () => readiness(app)))
    expect(probes).toBe(1)
    app.clock.advance(REMEMBERED_MS)
    await readiness(app)
    expect(probes).toBe(2)
    const rows = await app.database.read.selectFrom('settings').select('key').execute()
    expect(rows.filter(({ key }) => key.includes('probe'))).toEqual([])
    expect(readdirSync(APP_DATA_DIR)).not.toContain('.write-test')
  })
})

/** E: one readable line and 78, and never a word about another Foyer. */
function expectRefusal(end: Ended, sentence: RegExp): void {
  expect([end.code, end.signal]).toEqual([78, null])
  expect(end.stderr).toMatch(/^[^\n]+\n$/)
  expect(end.stderr).toMatch(sentence)
  expect(end.stderr).not.toContain('Another Foyer')
}

describe('a start on a full disk (E)', () => {
  it('says that the disk is full, in a new folder and in a used one, and works once there is room', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    expectRefusal(await runToEnd({ env, largest_file_kb: 16 }), /disk that holds the data folder is full/)
    await stop(await startProcess({ env }))
    expectRefusal(await runToEnd({ env, largest_file_kb: 16 }), /disk that holds the data folder is full/)
    const server = await startProcess({ env })
    await expectReady(server)
  })

  it('blames the disk when the room ends while the tables are made, and goes on from there', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    expectRefusal(
      await runToEnd({ env, largest_file_kb: 100 }),
      /disk reported an error .*SQLITE_IOERR_WRITE/,
    )
    const server = await startProcess({ env })
    await expectReady(server)
  })

  it('leaves the database alone when there is no room for a restore', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    await stop(await startProcess({ env }))
    await backUpNightly(openDataFolder(env.APP_DATA_DIR), new Date('2026-11-15T03:30:00.000Z'))
    const files = readdirSync(env.APP_DATA_DIR)
    expectRefusal(await runToEnd({ env, args: ['restore'], largest_file_kb: 100 }), /is full/)
    expect(readdirSync(env.APP_DATA_DIR)).toEqual(files)
    const server = await startProcess({ env })
    await expectReady(server)
  })
})
