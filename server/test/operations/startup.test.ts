import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '#db/backup.ts'
import { openDataFolder } from '#db/data-folder.ts'
import { PASSWORD } from '#test/app.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { callProcess, expectReady, type Ended, runToEnd, startProcess, stop } from '#test/processes.ts'

/** E: every refusal has exit code 78 and exactly one readable line. */
function expectRefusal(end: Ended, sentence: RegExp, subject = 'Foyer cannot start: '): void {
  expect([end.code, end.signal]).toEqual([78, null])
  expect(end.stderr).toMatch(/^[^\n]+\n$/)
  expect(end.stderr.startsWith(subject)).toBe(true)
  expect(end.stderr).toMatch(sentence)
  expect(end.stderr).not.toMatch(/ {4}at |node:internal/)
}

let used: string
beforeAll(async () => {
  used = lastingFolder('foyer-used-')
  await stop(await startProcess({ env: { APP_DATA_DIR: used } }))
})
afterAll(() => rmSync(used, { recursive: true, force: true }))

/** A data folder that was used and is free again. */
function usedFolder(): string {
  const folder = temporaryFolder()
  cpSync(used, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

const newKey = () => randomBytes(32).toString('base64')

describe('a successful start (E, R11)', () => {
  it('prints the address it listens on, with the base path, and is ready', async () => {
    const server = await startProcess({ env: { APP_DATA_DIR: temporaryFolder(), APP_BASE_PATH: '/foyer' } })
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/foyer$/)
    expect(await callProcess(server, 'GET', '/api/health/ready')).toEqual({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok', migrations: 'ok', encryption_key: 'ok' } },
    })
    const end = await stop(server)
    expect([end.code, end.stderr]).toEqual([0, ''])
  })

  it('creates the key file once, readable for its owner only', async () => {
    expect(statSync(join(used, 'encryption.key')).mode & 0o777).toBe(0o600)
    const folder = usedFolder()
    const file = join(folder, 'encryption.key')
    const text = readFileSync(file, 'utf8')
    await stop(await startProcess({ env: { APP_DATA_DIR: folder } }))
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('prefers a key in the environment, and then creates no file', async () => {
    const folder = temporaryFolder()
    await stop(await startProcess({ env: { APP_DATA_DIR: folder, APP_ENCRYPTION_KEY: newKey() } }))
    expect(existsSync(join(folder, 'encryption.key'))).toBe(false)
  })
})

describe('a start that is refused (E, C1)', () => {
  it('refuses a data folder that cannot be written', async () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR: join(file, 'below') } }), /data folder/)
  })

  it('refuses a second process on the same folder, while the first keeps running', async () => {
    const APP_DATA_DIR = temporaryFolder()
    const first = await startProcess({ env: { APP_DATA_DIR } })
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR } }), /Another Foyer/)
    const restore = await runToEnd({ env: { APP_DATA_DIR }, args: ['restore', 'latest'] })
    expectRefusal(restore, /^Another Foyer/, '')
    await expectReady(first)
  })

  it('refuses a database that a newer Foyer wrote', async () => {
    const APP_DATA_DIR = usedFolder()
    const database = new DatabaseSync(join(APP_DATA_DIR, 'foyer.db'))
    database.exec("insert into schema_migrations values ('9999-from-the-future', '2030-01-01')")
    database.close()
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR } }), /newer Foyer/)
  })

  it('refuses a file that is not a database', async () => {
    const APP_DATA_DIR = temporaryFolder()
    writeFileSync(join(APP_DATA_DIR, 'foyer.db'), 'this is no database, and long enough to be read as one')
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR } }), /damaged/)
  })

  it('refuses another encryption key, and a lost one', async () => {
    const APP_DATA_DIR = usedFolder()
    const wrong = await runToEnd({ env: { APP_DATA_DIR, APP_ENCRYPTION_KEY: newKey() } })
    expectRefusal(wrong, /encryption key is not the one/)
    rmSync(join(APP_DATA_DIR, 'encryption.key'))
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR } }), /encryption\.key is missing/)
    expect(existsSync(join(APP_DATA_DIR, 'encryption.key'))).toBe(false)
  })

  it('refuses a key file that cannot be read or holds no key', async () => {
    const APP_DATA_DIR = temporaryFolder()
    writeFileSync(join(APP_DATA_DIR, 'encryption.key'), 'nonsense')
    expectRefusal(await runToEnd({ env: { APP_DATA_DIR } }), /encryption\.key/)
  })

  it('refuses a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    afterTest(async () => void other.close())
    await new Promise(resolve => other.once('listening', resolve))
    const PORT = String((other.address() as AddressInfo).port)
    const end = await runToEnd({ env: { PORT, APP_DATA_DIR: temporaryFolder() } })
    expectRefusal(end, new RegExp(`port ${PORT}`))
  })

  // One example of each kind of fault; config.test.ts has the whole table.
  it.each([
    ['PORT', '99999'],
    ['APP_BIND', 'no.such.address.invalid'],
    ['APP_LOG_LEVEL', 'loud'],
    ['APP_DATABASE_URL', 'postgres://[half'],
    ['APP_TMDB_API_KEY_FILE', '/no/such/file'],
  ])('refuses %s=%s', async (name, value) => {
    const end = await runToEnd({ env: { APP_DATA_DIR: temporaryFolder(), [name]: value } })
    expectRefusal(end, new RegExp(name))
  })

  it('refuses a secret given both ways, and an unknown command', async () => {
    const both = { APP_TMDB_API_KEY: 'abcdef012345', APP_TMDB_API_KEY_FILE: '/etc/hostname' }
    expectRefusal(await runToEnd({ env: both }), /APP_TMDB_API_KEY_FILE, not both/)
    expectRefusal(await runToEnd({ args: ['dance'] }), /no command "dance"/)
  })
})

describe('restore (E)', () => {
  it('restores the latest backup, keeps the former file, and refuses when there is no backup', async () => {
    const APP_DATA_DIR = usedFolder()
    const env = { APP_DATA_DIR }
    expectRefusal(await runToEnd({ env, args: ['restore', 'latest'] }), /^There is no such backup/, '')
    await backUp(openDataFolder(APP_DATA_DIR), 'test', new Date('2026-11-15T03:30:00Z'))
    const before = await startProcess({ env })
    const body = { username: 'ana', password: PASSWORD }
    expect((await callProcess(before, 'POST', '/api/auth/setup', { body })).status).toBe(201)
    await stop(before)

    const restored = await runToEnd({ env, args: ['restore', 'latest'] })
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.stdout).toMatch(/^Restored .*foyer-2026-11-15T03-30-00-000Z-test\.db\. The former/)
    expect(readdirSync(APP_DATA_DIR).some(name => name.startsWith('foyer.db.before-restore-'))).toBe(true)
    const after = await startProcess({ env })
    expect((await callProcess(after, 'GET', '/api/auth/status')).body.needs_setup).toBe(true)
  })
})
