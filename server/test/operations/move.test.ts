import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MOVIE } from '@foyer/simulators'
import { beforeAll, describe, expect, it } from 'vitest'
import { moveDatabase } from '#compose/move.ts'
import { readConfig } from '#config'
import { openPostgres } from '#db/postgres.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { afterTest, emptyPostgresUrl, freshPostgresUrl, placeSqlite, temporaryFolder } from '#test/engines.ts'
import { fillTables } from '#test/fill-tables.ts'
import { mainFile, runToEnd } from '#test/processes.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

/** Every row of every table, and what counts them. */
function contentsOf(folder: string): Record<string, unknown[]> {
  const handle = new DatabaseSync(join(folder, 'foyer.db'), { readOnly: true })
  const tables = handle.prepare("select name from sqlite_schema where type = 'table' order by name").all()
  const contents = tables.map(({ name }) => {
    const rows = handle
      .prepare(`select * from "${String(name)}"`)
      .all()
      .map(row => JSON.stringify(row))
    return [String(name), rows.toSorted()]
  })
  handle.close()
  return Object.fromEntries(contents)
}

async function filledFolder(): Promise<string> {
  const folder = temporaryFolder()
  const counts = fillTables(await placeSqlite(folder))
  expect(Object.keys(counts).length).toBeGreaterThan(60)
  expect(Object.entries(counts).filter(([, rows]) => rows < 2)).toEqual([])
  return folder
}

describe('moving a database', () => {
  it('takes every row and counter from SQLite to PostgreSQL and back', async () => {
    const from = await filledFolder()
    // The highest number is of a row that is gone; it must not be given again.
    const handle = new DatabaseSync(join(from, 'foyer.db'))
    handle.exec("update sqlite_sequence set seq = 5000 where name = 'requests'")
    handle.close()
    const url = await emptyPostgresUrl()
    const there = await moveDatabase(readConfig({ APP_DATA_DIR: from }), url)
    const back = temporaryFolder()
    const config = readConfig({ APP_DATA_DIR: temporaryFolder(), APP_DATABASE_URL: url })
    const returned = await moveDatabase(config, back)
    expect(readdirSync(back).toSorted()).toEqual(['foyer.db', 'foyer.lock'])
    expect(contentsOf(back)).toEqual(contentsOf(from))
    expect(returned.tables).toEqual(there.tables)
    expect(there.rows).toBeGreaterThan(150)
  })

  it('leaves a server that answers the same, and goes on counting', async () => {
    const { app, asUma, admin, users, settle, tmdb } = await buildWorld(REQUEST_PARTS)
    for (const tmdb_id of [MOVIE.absent, MOVIE.no_poster, MOVIE.in_cinemas]) {
      expect((await create(asUma, { media_type: 'movie', tmdb_id })).status).toBe(201)
    }
    await settle()
    const tmdb_env = { APP_TMDB_URL: `${tmdb.url}/3`, APP_TMDB_API_KEY: tmdb.api_key }
    const answersOf = async (server: TestApp) => {
      const [asAdmin, uma] = [callAs(server, admin.access_token), callAs(server, users.uma.access_token)]
      const answers = [
        ...['/api/admin/users', '/api/admin/instances', '/api/me/devices'].map(path => asAdmin('GET', path)),
        ...['/api/requests', '/api/notifications/inbox'].map(path => uma('GET', path)),
      ]
      return (await Promise.all(answers)).map(({ status, body }) => ({ status, body }))
    }
    const before = await answersOf(app)
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await app.close()
    const url = await emptyPostgresUrl()
    const moved = await moveDatabase(app.config, url)
    expect(moved.steps.join('\n')).toContain('encryption.key')
    const onPostgres = await startApp({
      clock: app.clock,
      env: { ...tmdb_env, APP_DATA_DIR: app.config.data_dir, APP_DATABASE_URL: url },
    })
    // The sessions that were open before the move still are, and stored keys open the library.
    expect(await answersOf(onPostgres)).toEqual(before)
    const more = { media_type: 'movie', tmdb_id: MOVIE.unrated } as const
    const made = await create(callAs(onPostgres, users.uma.access_token), more)
    expect([made.status, made.body.request_id]).toEqual([201, 4])
    await onPostgres.jobs.settle()
    const after = await answersOf(onPostgres)
    await onPostgres.close()
    const back = temporaryFolder()
    const returned = await moveDatabase(onPostgres.config, back)
    expect(returned.steps.join('\n')).toMatch(/cp -p \S+encryption\.key/)
    copyFileSync(join(app.config.data_dir, 'encryption.key'), join(back, 'encryption.key'))
    const onSqlite = await startApp({ clock: app.clock, env: { ...tmdb_env, APP_DATA_DIR: back } })
    expect(await answersOf(onSqlite)).toEqual(after)
  })

  it('refuses a target that is not empty, and leaves it and the source as they are', async () => {
    const from = await filledFolder()
    const config = readConfig({ APP_DATA_DIR: from })
    const before = contentsOf(from)
    await expect(moveDatabase(config, await freshPostgresUrl())).rejects.toThrow(/holds tables already/)
    const taken = await filledFolder()
    const there = contentsOf(taken)
    await expect(moveDatabase(config, taken)).rejects.toThrow(/exists already/)
    await expect(moveDatabase(config, from)).rejects.toThrow(/exists already/)
    await expect(moveDatabase(config, 'mysql://x/y')).rejects.toThrow(/Use --to/)
    await expect(moveDatabase(config, 'postgres://foyer:secret-word@127.0.0.1:9/x')).rejects.toThrow(/--to/)
    expect([contentsOf(from), contentsOf(taken)]).toEqual([before, there])
  })

  it('refuses a source that a server runs on, or of another version', async () => {
    const { app } = await buildWorld()
    const target = join(temporaryFolder(), 'new')
    await expect(moveDatabase(app.config, target)).rejects.toThrow(/Another Foyer already runs/)
    const other = await buildWorld({ engine: 'postgres' })
    await expect(moveDatabase(other.app.config, target)).rejects.toThrow(/Something else is connected/)
    const APP_DATABASE_URL = await freshPostgresUrl()
    const newer = openPostgres(APP_DATABASE_URL)
    await newer.transaction(tx =>
      tx.insertInto('schema_migrations').values({ name: '9999-later', applied_at: 'x' }).execute(),
    )
    await newer.close()
    const config = readConfig({ APP_DATA_DIR: temporaryFolder(), APP_DATABASE_URL })
    await expect(moveDatabase(config, target)).rejects.toThrow(/newer Foyer/)
    expect(existsSync(join(target, 'foyer.db'))).toBe(false)
  })

  it('leaves nothing of a move that fails in the middle', async () => {
    const from = await filledFolder()
    const handle = new DatabaseSync(join(from, 'foyer.db'))
    // PostgreSQL cannot hold this character.
    handle.exec("update watched_items set title = 'a' || char(0) || 'b'")
    handle.close()
    const url = await emptyPostgresUrl()
    const config = readConfig({ APP_DATA_DIR: from })
    await expect(moveDatabase(config, url)).rejects.toThrow(/watched_items could not be copied/)
    const database = openPostgres(url)
    afterTest(() => database.close())
    await expect(database.read.selectFrom('users').selectAll().execute()).rejects.toThrow(/does not exist/)
  })
})

describe('node main.js move', () => {
  beforeAll(async () => void (await mainFile()))

  it('prints each table, then what to do; a refusal is one sentence without the password', async () => {
    const APP_DATA_DIR = await filledFolder()
    const url = await emptyPostgresUrl()
    const end = await runToEnd({ env: { APP_DATA_DIR }, args: ['move', '--to', url] })
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(end.stdout).toMatch(/^users {2}3 rows {2}[0-9a-f]{32}$/m)
    expect(end.stdout).toMatch(
      /^Moved \d+ rows in \d+ tables; counts and checksums are equal on both sides\.$/m,
    )
    expect(end.stdout).not.toContain(url)
    const again = await runToEnd({ env: { APP_DATA_DIR }, args: ['move', '--to', url] })
    expect([again.code, again.stdout]).toEqual([78, ''])
    expect(again.stderr).toMatch(/^The database that --to names holds tables already[^\n]+\n$/)
    const usage = await runToEnd({ env: { APP_DATA_DIR }, args: ['move', url] })
    expect([usage.code, usage.stderr]).toEqual([78, expect.stringMatching(/^Use: move --to/)])
  })

  it('takes the password from PGPASSWORD, and says to set it where the server starts', async () => {
    const APP_DATA_DIR = await filledFolder()
    const with_password = await emptyPostgresUrl()
    const { password: PGPASSWORD } = new URL(with_password)
    const without = with_password.replace(`:${PGPASSWORD}@`, '@')
    const end = await runToEnd({ env: { APP_DATA_DIR, PGPASSWORD }, args: ['move', '--to', without] })
    expect([end.code, end.stderr]).toEqual([0, ''])
    expect(end.stdout).toMatch(/^1\. Set APP_DATABASE_URL to the address you gave, with its password\.$/m)
    // The server would be started without that variable, and stop.
    const refused = await runToEnd({ env: { APP_DATA_DIR, APP_DATABASE_URL: without } })
    expect([refused.code, refused.stderr]).toEqual([
      78,
      expect.stringMatching(/^Foyer cannot start: .*password/),
    ])
    const found = await runToEnd({
      env: { APP_DATA_DIR, APP_DATABASE_URL: with_password },
      args: ['backup'],
    })
    expect([found.code, found.stderr]).toEqual([0, ''])
  })
})
