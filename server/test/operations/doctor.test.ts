import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { examine } from '#compose/doctor/doctor.ts'
import { type Config, readConfig } from '#config'
import { openSqlite } from '#db/sqlite.ts'
import { createScrubber } from '#kit/scrub.ts'
import { afterTest, emptyPostgresUrl, ENGINES, placeSqlite, temporaryFolder } from '#test/engines.ts'
import { mainFile, runToEnd, startProcess } from '#test/processes.ts'
import { createTestClock } from '#test/test-clock.ts'
import { buildWorld } from '#test/world.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')

/** The findings by the name of their check; of several the last. */
async function ask(config: Config, clock = createTestClock()) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const isWell = await examine({ config, clock, scrubber: createScrubber(), print })
  const found = new Map(
    lines.map(line => {
      const [, state = '', check = '', sentence = ''] =
        /^(ok|note|problem) +(\S+(?: \S+)*?) {2,}(.+)$/.exec(line) ?? []
      return [check, { state, sentence }]
    }),
  )
  expect(found).not.toContain('')
  return { isWell, said: lines.join('\n'), of: (check: string) => found.get(check) }
}

/** A folder that a server has used: a migrated database and the key that belongs to it. */
async function usedFolder() {
  const { app } = await buildWorld()
  await app.close()
  return { folder: app.config.data_dir, config: app.config, clock: app.clock }
}

describe.each(ENGINES)('the doctor on %s', engine => {
  it('finds all well beside a running server, in one line each and without a secret', async () => {
    const { app, radarr, sonarr } = await buildWorld({
      engine,
      products: ['tmdb'],
      instances: ['movies', 'series'],
      env: { APP_ENCRYPTION_KEY: KEY },
    })
    const before = readdirSync(app.config.data_dir)
    const { isWell, said, of } = await ask(app.config, app.clock)
    // The clock of PostgreSQL is real, and that of the server is not.
    const problems = engine === 'postgres' ? [expect.stringMatching(/^problem +clock .*PostgreSQL says/)] : []
    expect(said.split('\n').filter(line => line.startsWith('problem'))).toEqual(problems)
    expect(isWell).toBe(problems.length === 0)
    expect(said.match(/^ok +instance .*answers, version/gm)).toHaveLength(2)
    for (const check of ['data folder', 'database', 'schema', 'key', 'way out', 'trusted proxies']) {
      expect(of(check), check).toMatchObject({ state: 'ok' })
    }
    expect(of('backups')).toMatchObject({
      state: 'note',
      sentence: expect.stringMatching(/^There is no backup yet/),
    })
    const secrets = [KEY, radarr.api_key, sonarr.api_key, app.config.tmdb.api_key, app.config.database_url]
    for (const secret of secrets) if (secret) expect(said).not.toContain(secret)
    expect(readdirSync(app.config.data_dir)).toEqual(before)
  })

  it('says which instance does not answer, and what to do', async () => {
    const { app, radarr } = await buildWorld({ engine, instances: ['movies'] })
    await radarr.close()
    const { isWell, of } = await ask(app.config, app.clock)
    expect(isWell).toBe(false)
    expect(of('instance')).toEqual({
      state: 'problem',
      sentence: expect.stringMatching(
        /^"Movies" \(Radarr, http:\S+\): Radarr did not answer .*Check that it runs/,
      ),
    })
    // No simulator of TMDB runs here.
    expect(of('way out')).toMatchObject({
      state: 'problem',
      sentence: expect.stringContaining('without a proxy'),
    })
  })
})

describe('the doctor of a server that cannot start', () => {
  it('makes nothing where there is nothing', async () => {
    const folder = temporaryFolder()
    const APP_DATA_DIR = join(folder, 'data')
    const { isWell, of } = await ask(readConfig({ APP_DATA_DIR, PORT: '0' }))
    expect(isWell).toBe(true)
    for (const check of ['data folder', 'database', 'key', 'network']) expect(of(check)?.state).toBe('note')
    expect(existsSync(APP_DATA_DIR)).toBe(false)
  })

  it('tells a damaged database from one of another program, and names the backup', async () => {
    const { folder, config } = await usedFolder()
    const file = join(folder, 'foyer.db')
    mkdirSync(join(folder, 'backups'))
    const backup = 'foyer-2026-11-14T03-30-00-000Z-nightly.db'
    writeFileSync(join(folder, 'backups', backup), readFileSync(file))
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 4096), Buffer.alloc(40_960, 1)]))
    const damaged = await ask(config)
    expect([damaged.isWell, damaged.of('database')]).toEqual([
      false,
      { state: 'problem', sentence: expect.stringMatching(`is damaged.*restore -- ${backup}$`) },
    ])
    rmSync(file)
    expect((await ask(config)).of('database')?.sentence).toMatch(
      new RegExp(`is missing.*restore -- ${backup}$`),
    )
  })

  it('tells a missing key from a wrong one and from an unreadable one', async () => {
    const { folder, config, clock } = await usedFolder()
    const file = join(folder, 'encryption.key')
    const key = async () => (await ask(config, clock)).of('key')
    expect(await key()).toMatchObject({ state: 'ok' })
    writeFileSync(file, `${KEY}\n`)
    expect(await key()).toMatchObject({ state: 'problem', sentence: expect.stringMatching(/is not the key/) })
    writeFileSync(file, 'short')
    expect(await key()).toMatchObject({ state: 'problem', sentence: expect.stringMatching(/base64/) })
    rmSync(file)
    expect(await key()).toMatchObject({ state: 'problem', sentence: expect.stringMatching(/is missing/) })
    expect(existsSync(file)).toBe(false)
  })

  it('names backups that are not made as a problem, with what to do, and not while they are off', async () => {
    const { folder, config, clock } = await usedFolder()
    const backups = async () => (await ask(config, clock)).of('backups')
    const DAY = 24 * 3_600_000
    expect(await backups()).toMatchObject({ state: 'note' })
    clock.advance(2 * DAY + 60_000)
    expect(await backups()).toEqual({
      state: 'problem',
      sentence: expect.stringMatching(/^No backup was ever made, although .*each night.*npm run backup$/),
    })
    mkdirSync(join(folder, 'backups'), { recursive: true })
    const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-')
    writeFileSync(join(folder, 'backups', `foyer-${stamp}-nightly.db`), '')
    expect(await backups()).toMatchObject({ state: 'ok' })
    const made_at = clock.now().toISOString()
    clock.advance(2 * DAY + 60_000)
    const asked = await ask(config, clock)
    expect(asked.isWell).toBe(false)
    expect(asked.of('backups')?.sentence).toContain(`The last backup was made at ${made_at}`)

    const database = openSqlite(join(folder, 'foyer.db'))
    afterTest(() => database.close())
    const off = { key: 'backup_schedule', value: '{"every":"off","hour":3,"keep":14}', encrypted: 0 } as const
    await database.transaction(tx =>
      tx
        .insertInto('settings')
        .values({ ...off, updated_at: made_at })
        .execute(),
    )
    expect(await backups()).toMatchObject({ state: 'note', sentence: expect.stringContaining('turned') })
  })

  it('names a folder of backups that cannot be read, and still checks the database', async () => {
    const { folder, config, clock } = await usedFolder()
    rmSync(join(folder, 'backups'), { recursive: true, force: true })
    writeFileSync(join(folder, 'backups'), 'not a folder')
    const { of } = await ask(config, clock)
    expect(of('backups')).toMatchObject({
      state: 'problem',
      sentence: expect.stringMatching(/backups cannot be read/),
    })
    expect(of('database')).toMatchObject({ state: 'ok' })
  })

  it('refuses tables of a newer version, and a clock behind what was written', async () => {
    const { folder, config, clock } = await usedFolder()
    const database = openSqlite(join(folder, 'foyer.db'))
    afterTest(() => database.close())
    const at = '2027-01-01T00:00:00.000Z'
    await database.transaction(tx => tx.updateTable('jobs').set({ updated_at: at }).execute())
    expect((await ask(config, clock)).of('clock')).toMatchObject({ state: 'problem' })
    await database.transaction(tx =>
      tx.insertInto('schema_migrations').values({ name: '9999-later', applied_at: at }).execute(),
    )
    expect((await ask(config, clock)).of('schema')).toMatchObject({ state: 'problem' })
  })

  it('says who can read what is private', async () => {
    const { folder, config } = await usedFolder()
    const key = join(folder, 'encryption.key')
    const rights = async () => (await ask(config)).of('rights')?.sentence
    chmodSync(key, 0o644)
    // Only what is open: a folder that belongs to root must stay open to Foyer.
    expect(await rights()).toMatch(new RegExp(`encryption\\.key \\(644\\).*: chmod go= ${key}$`))
    chmodSync(folder, 0o755)
    expect(await rights()).toMatch(new RegExp(`: chmod go= ${folder} ${key}$`))
  })

  it('says first whose files they are to a user who cannot open them', async () => {
    const { folder, config } = await usedFolder()
    const another = statSync(folder).uid + 1000
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(another)
    afterTest(async () => getuid.mockRestore())
    const { isWell, of } = await ask(config)
    expect(isWell).toBe(false)
    // Root's files are never a reason to run Foyer as root, so only the end is the same for every owner.
    expect(of('data folder')).toEqual({
      state: 'problem',
      sentence: expect.stringMatching(new RegExp(`belong.+with: chown -R ${another} ${folder}$`)),
    })
    // Their rights may be closed to this user.
    expect(of('rights')).toBeUndefined()
  })

  it('says what is wrong with the address of PostgreSQL, without the address', async () => {
    const url = new URL(await emptyPostgresUrl())
    const APP_DATA_DIR = temporaryFolder()
    const tryIt = async (change: (url: URL) => void) => {
      const changed = new URL(url)
      change(changed)
      const asked = await ask(readConfig({ APP_DATA_DIR, APP_DATABASE_URL: changed.href }))
      expect(asked.said).not.toContain(changed.href)
      return asked.of('database')?.sentence
    }
    expect(await tryIt(it => (it.password = 'wrong-password'))).toMatch(/password was refused|answers/)
    expect(await tryIt(it => (it.pathname = '/nowhere'))).toMatch(/does not exist/)
    expect(await tryIt(it => (it.port = '9'))).toMatch(/cannot be reached/)
  })

  it('names a port that another program has', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    afterTest(async () => void server.close())
    server.on('connection', socket => socket.destroy())
    const address = server.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const APP_DATA_DIR = temporaryFolder()
    await placeSqlite(APP_DATA_DIR)
    const asked = await ask(readConfig({ APP_DATA_DIR, APP_BIND: '127.0.0.1', PORT: port }))
    expect(asked.of('port')).toMatchObject({
      state: 'problem',
      sentence: expect.stringContaining('set PORT'),
    })
  })
})

describe('node main.js doctor', () => {
  beforeAll(async () => void (await mainFile()))

  it('says that the server runs, then what a setting stops, with exit code 0 or 1', async () => {
    const env = { APP_DATA_DIR: temporaryFolder(), APP_TMDB_URL: 'http://127.0.0.1:9/3' }
    const server = await startProcess({ env })
    const PORT = new URL(server.url).port
    const end = await runToEnd({ env: { ...env, PORT }, args: ['doctor'] })
    expect(end.stderr).toBe('')
    expect(end.stdout).toMatch(/^Foyer \S+, Node /)
    expect(end.stdout).toMatch(/^ok +port +Foyer runs and is ready/m)
    expect(end.stdout).toMatch(/^problem +way out /m)
    expect(end.code).toBe(1)
    const refused = await runToEnd({ env: { ...env, APP_BASE_PATH: 'no slash' }, args: ['doctor'] })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/APP_BASE_PATH/)])
  })
})
