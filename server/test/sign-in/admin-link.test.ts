import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { composeAdminLink } from '#compose/admin-link.ts'
import { readConfig } from '#config'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openPostgres } from '#db/postgres.ts'
import { openSqlite } from '#db/sqlite.ts'
import { PASSWORD, startOn, type TestApp } from '#test/app.ts'
import { type Call, callAs } from '#test/calls.ts'
import { afterTest, emptyPostgresUrl, ENGINES, temporaryFolder } from '#test/engines.ts'
import { addUser, tokenOf } from '#test/people.ts'
import { callProcess, mainFile, runToEnd, startProcess } from '#test/processes.ts'
import { buildWorld } from '#test/world.ts'

const LINK = /^https?:\/\/\S+\/connect\?token=[\w-]{40,}$/

/**
 * Runs the command with a database connection of its own beside an idle server. The server must be idle: SQLite waits
 * for another writer without returning to the event loop, so a transaction of the server in the same process would
 * never end.
 */
async function runCommand({ jobs, ...parts }: TestApp, name?: string, config = parts.config) {
  await jobs.settle()
  return composeAdminLink({ ...parts, config }, name)
}

async function linkFor(app: TestApp, name?: string, config = app.config): Promise<string> {
  const made = await runCommand(app, name, config)
  if ('problem' in made) throw new Error(made.problem)
  expect(made.link).toMatch(LINK)
  return made.link
}

const open = (app: TestApp, link: string) =>
  callAs(app)('POST', '/api/auth/connect', { token: tokenOf(link) })

async function addAdmin(app: TestApp, asAdmin: Call, name: string): Promise<Call> {
  const { user, access_token } = await addUser(app, asAdmin, name)
  expect((await asAdmin('PATCH', `/api/admin/users/${user.id}`, { role: 'admin' })).status).toBe(200)
  return callAs(app, access_token)
}

async function inboxOf(person: Call) {
  return (await person('GET', '/api/notifications/inbox')).body.entries
}

/** Every row of every table that a link could touch. */
async function rowsOf({ database }: Pick<TestApp, 'database'>) {
  const tables = ['users', 'devices', 'connect_tokens', 'alerts', 'jobs', 'settings'] as const
  return Promise.all(tables.map(table => database.read.selectFrom(table).selectAll().execute()))
}

describe.each(ENGINES)('the sign-in link for a locked-out admin on %s (C65)', engine => {
  it('signs the oldest admin in once, and changes nothing else', async () => {
    const { app, asAdmin: ana } = await buildWorld({ engine })
    const ben = await addAdmin(app, ana, 'Ben')
    const link = await linkFor(app)
    const opened = await open(app, link)
    expect([opened.status, opened.body.user]).toMatchObject([200, { id: 1, username: 'ana', role: 'admin' }])
    expect((await open(app, link)).body.code).toBe('invalid_connect_token')
    const login = { username: 'ana', password: PASSWORD }
    expect((await callAs(app)('POST', '/api/auth/login', login)).status).toBe(200)
    for (const person of [ana, ben]) expect((await person('GET', '/api/auth/me')).status).toBe(200)
  })

  it('is created for a named admin, for seven days, and replaces the previous link', async () => {
    const { app, asAdmin: ana } = await buildWorld({ engine })
    await addAdmin(app, ana, 'Ben')
    const superseded = await linkFor(app, 'ben')
    const link = await linkFor(app, ' BEN ')
    const [invite, ...others] = await app.database.read.selectFrom('connect_tokens').selectAll().execute()
    expect([invite?.expires_at, others]).toEqual(['2026-11-22T09:00:00.000Z', []])
    expect((await open(app, superseded)).status).toBe(400)
    expect((await open(app, link)).body.user.username).toBe('Ben')
  })

  it('is refused for anybody who is not an admin, and changes nothing', async () => {
    const app = await startOn(engine)
    const nobodyYet = await runCommand(app)
    expect(nobodyYet).toEqual({ problem: expect.stringContaining('no admin yet') })
    const { access_token } = await app.setUp()
    await addUser(app, callAs(app, access_token), 'Carla')
    await app.jobs.settle()
    const before = await rowsOf(app)
    for (const name of ['carla', 'nobody', '']) {
      const made = await runCommand(app, name)
      expect(made).toEqual({ problem: `There is no admin called "${name}".` })
    }
    expect(await rowsOf(app)).toEqual(before)
  })

  it('is refused on a database of another version, which stays unchanged', async () => {
    const { clock, log } = await startOn('sqlite')
    const APP_DATA_DIR = temporaryFolder()
    const url = engine === 'postgres' ? await emptyPostgresUrl() : undefined
    const config = readConfig({ APP_DATA_DIR, ...(url && { APP_DATABASE_URL: url }) })
    const database = url ? openPostgres(url) : openSqlite(join(APP_DATA_DIR, 'foyer.db'))
    afterTest(() => database.close())
    const problem = async () => {
      const made = await composeAdminLink({ config, clock, log }, undefined)
      return 'problem' in made ? made.problem : 'none'
    }
    expect(await problem()).toMatch(/database was not found/)
    const now = () => '2026-01-01T00:00:00Z'
    await migrate(database, migrations.slice(0, -1), { now })
    expect(await problem()).toMatch(/Start Foyer once/)
    await migrate(database, migrations, { now })
    expect(await problem()).toMatch(/no admin yet/)
    await database.transaction(tx =>
      tx.insertInto('schema_migrations').values({ name: '9999-later', applied_at: now() }).execute(),
    )
    expect(await problem()).toMatch(/newer Foyer/)
  })
})

describe('the sign-in link for a locked-out admin (C65)', () => {
  it('is announced to every admin, and to nobody else', async () => {
    const { app, asAdmin: ana } = await buildWorld()
    const ben = await addAdmin(app, ana, 'Ben')
    const carla = callAs(app, (await addUser(app, ana, 'Carla')).access_token)
    await linkFor(app)
    await app.jobs.settle()
    const entry = { type: 'admin_link_made', data: { user_id: 1, username: 'ana' } }
    expect(await inboxOf(ana)).toMatchObject([{ ...entry, path: '/account' }])
    expect(await inboxOf(ben)).toMatchObject([{ ...entry, path: '/users/1' }])
    expect(await inboxOf(carla)).toEqual([])
  })

  it('begins with the external address, otherwise with localhost, and includes the base path', async () => {
    const { app, asAdmin } = await buildWorld({ env: { APP_BASE_PATH: '/foyer', PORT: '8088' } })
    expect(await linkFor(app)).toMatch(/^http:\/\/localhost:8088\/foyer\/connect\?/)
    const external_url = 'https://media.example.org'
    await asAdmin('PUT', '/api/admin/external-address', { external_url })
    const link = await linkFor(app)
    expect(link).toMatch(/^https:\/\/media\.example\.org\/foyer\/connect\?/)
    expect((await open(app, link)).status).toBe(200)
  })

  it('needs no encryption key', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const { app } = await buildWorld({ env: { APP_ENCRYPTION_KEY: key } })
    const link = await linkFor(app, 'ana', { ...app.config, encryption_key: undefined })
    expect((await open(app, link)).status).toBe(200)
  })
})

describe('node main.js admin-link (C65)', () => {
  beforeAll(async () => void (await mainFile()))

  it('prints only the link to stdout while the server runs; a refusal is one sentence on stderr and exit code 1', async () => {
    const env = { APP_DATA_DIR: temporaryFolder() }
    const server = await startProcess({ env })
    const body = { username: 'ana', password: PASSWORD }
    await callProcess(server, 'POST', '/api/auth/setup', { body })
    const end = await runToEnd({ env: { ...env, PORT: new URL(server.url).port }, args: ['admin-link'] })
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(end.stdout).toMatch(/^http:\/\/localhost:\d+\/connect\?token=[\w-]{40,}\n$/)
    const token = tokenOf(end.stdout.trimEnd())
    const opened = await callProcess(server, 'POST', '/api/auth/connect', { body: { token } })
    expect(opened.body.user.username).toBe('ana')
    const refused = await runToEnd({ env, args: ['admin-link', 'ben'] })
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toBe('There is no admin called "ben".\n')
  })

  it('creates no folder and no file when there is no database', async () => {
    const folder = temporaryFolder()
    for (const APP_DATA_DIR of [join(folder, 'data'), folder]) {
      const end = await runToEnd({ env: { APP_DATA_DIR }, args: ['admin-link'] })
      expect([end.code, end.stdout]).toEqual([1, ''])
      expect(end.stderr).toMatch(/^Foyer's database was not found[^\n]+\n$/)
    }
    expect(readdirSync(folder)).toEqual([])
  })
})
