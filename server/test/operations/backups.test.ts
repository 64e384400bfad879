import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteFile } from '#db/sqlite.ts'
import { startApp, startOn, type TestApp } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { ENGINES, shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'

const BASE = '/api/admin/operations'

async function open(engine: (typeof ENGINES)[number]) {
  const app = await startOn(engine)
  const admin = await app.setUp()
  return { app, admin, asAdmin: callAs(app, admin.access_token) }
}

/** What `main.ts` does when a restart is asked for. */
async function restarted(app: TestApp): Promise<TestApp> {
  await app.restart_asked
  await app.close()
  const { data_dir, database_url } = app.config
  return startApp({
    clock: app.clock,
    env: { APP_DATA_DIR: data_dir, ...(database_url && { APP_DATABASE_URL: database_url }) },
  })
}

async function peopleOf(app: TestApp): Promise<string[]> {
  const rows = await app.database.read.selectFrom('users').select('username').orderBy('id').execute()
  return rows.map(({ username }) => username)
}

/** Sends a file as the page does, in parts; answers what the last call says. */
async function upload(app: TestApp, token: string, bytes: Buffer) {
  const begun = await app.call('POST', `${BASE}/backup-uploads`, { token, body: { bytes: bytes.length } })
  const { id, part_bytes } = begun.body
  for (let offset = 0; offset < bytes.length; offset += part_bytes) {
    const part = await app.call('PUT', `${BASE}/backup-uploads/${id}?offset=${offset}`, {
      token,
      body: bytes.subarray(offset, offset + part_bytes),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(part.body).toMatchObject({ received: Math.min(bytes.length, offset + part_bytes) })
  }
  return app.call('POST', `${BASE}/backup-uploads/${id}/finish`, { token })
}

describe.each(ENGINES)('backups on %s', engine => {
  it('are made, downloaded, uploaded and restored, with a restore point that leads back', async () => {
    const { app, admin, asAdmin } = await open(engine)
    const eve = await signInAs(app, 'eve', 'user')
    const made = await asAdmin('POST', `${BASE}/backups`)
    expect(made.body).toMatchObject({
      kind: 'manual',
      schema: expect.stringMatching(/^\d{4}-/),
      newer: false,
    })
    const file = await asAdmin('GET', `${BASE}/backups/${made.body.name}`)
    expect((await asAdmin('DELETE', `${BASE}/backups/${made.body.name}`)).status).toBe(200)

    // After the backup: somebody comes, and somebody's session is ended.
    await signInAs(app, 'bob', 'user')
    await app.database.transaction(tx => tx.deleteFrom('devices').where('id', '=', eve.device_id).execute())

    const sent = await upload(app, admin.access_token, file.raw)
    expect([sent.status, sent.body.kind]).toEqual([201, 'uploaded'])
    const one = `${BASE}/backups/${sent.body.name}`
    const preview = await asAdmin('POST', `${one}/restore-preview`)
    expect(preview.body).toMatchObject({
      contents: { people: 2, instances: 0, requests: 0 },
      now: { people: 3, instances: 0, requests: 0 },
      last_used_at: expect.any(String),
    })
    expect((await asAdmin('POST', `${one}/restore`, { confirmation: 'another' })).status).toBe(409)
    const { confirmation } = preview.body
    const accepted = await asAdmin('POST', `${one}/restore`, { confirmation })
    expect([accepted.status, accepted.body.outcome]).toEqual([202, 'restored'])
    expect((await asAdmin('POST', `${one}/restore`, { confirmation })).body.code).toBe('busy')

    const back = await restarted(app)
    expect(await peopleOf(back)).toEqual(['ana', 'eve'])
    // The admin's session was there then and was not ended since; the other one stays ended.
    const listed = await callAs(back, admin.access_token)('GET', `${BASE}/backups`)
    expect(listed.body.last_restore).toEqual(accepted.body)
    expect((await back.call('GET', '/api/requests', { token: eve.access_token })).status).toBe(401)
    const point = listed.body.backups.find(({ kind }: { kind: string }) => kind === 'restore_point')
    expect(point.name).toBe(accepted.body.restore_point)

    const again = callAs(back, admin.access_token)
    const path = `${BASE}/backups/${point.name}`
    const returning = await again('POST', `${path}/restore-preview`)
    expect(returning.body.contents.people).toBe(3)
    // The way back is the same act once more; copying all tables of PostgreSQL takes long.
    if (engine === 'postgres') return
    await again('POST', `${path}/restore`, { confirmation: returning.body.confirmation })
    const forth = await restarted(back)
    expect(await peopleOf(forth)).toEqual(['ana', 'eve', 'bob'])
    expect(readdirSync(forth.config.data_dir).filter(name => /incoming|restoring/.test(name))).toEqual([])
  })

  it('are made by the schedule, and only as many kept as it says', async () => {
    const { app, asAdmin } = await open(engine)
    const before = (await asAdmin('GET', `${BASE}/backups`)).body
    expect(before.schedule).toEqual({ every: 'daily', hour: 3, keep: 14 })
    const folder = join(app.config.data_dir, 'backups')
    mkdirSync(folder, { recursive: true })
    const others = ['manual', 'uploaded', 'restore-point'].map(
      why => `foyer-2020-01-01T00-00-00-000Z-${why}.db`,
    )
    for (const name of others) writeFileSync(join(folder, name), '')
    const saved = await asAdmin('PUT', `${BASE}/backup-schedule`, { every: 'weekly', hour: 20, keep: 1 })
    expect(saved.body).toEqual({ every: 'weekly', hour: 20, keep: 1 })
    for (let times = 0; times < 2; times++) {
      const { next_at } = (await asAdmin('GET', `${BASE}/backups`)).body
      expect([new Date(next_at).getDay(), new Date(next_at).getHours()]).toEqual([0, 20])
      app.clock.advance(1000)
      const [job] = (await asAdmin('GET', `${BASE}/jobs/nightly-backup`)).body.jobs
      await app.database.transaction(tx => app.jobs.makeDue(tx, job.id))
      await app.jobs.settle()
    }
    const { backups } = (await asAdmin('GET', `${BASE}/backups`)).body
    const kinds = backups.map(({ kind }: { kind: string }) => kind)
    expect(kinds.toSorted()).toEqual(['manual', 'nightly', 'restore_point', 'uploaded'])
    await asAdmin('PUT', `${BASE}/backup-schedule`, { every: 'off' })
    expect((await asAdmin('GET', `${BASE}/backups`)).body).toMatchObject({
      next_at: null,
      kept: { nightly: 1, upgrade: 5 },
    })
    expect((await asAdmin('PUT', `${BASE}/backup-schedule`, { keep: 0 })).status).toBe(400)
  })
})

describe('a file that is not a usable backup', () => {
  const shared = shareAmongTests(async () => {
    const { app, admin, asAdmin } = await open('sqlite')
    const made = await asAdmin('POST', `${BASE}/backups`)
    return { app, admin, asAdmin, good: join(app.config.data_dir, 'backups', made.body.name) }
  })

  /** The good backup with something changed. */
  function changed(statements: string): Buffer {
    const copy = join(temporaryFolder(), 'copy.db')
    copyFileSync(shared().good, copy)
    const handle = openSqliteFile(copy)
    handle.exec(`pragma journal_mode = delete; ${statements}`)
    handle.close()
    return readFileSync(copy)
  }

  function damaged(): Buffer {
    const bytes = readFileSync(shared().good)
    return bytes.subarray(0, bytes.length / 2)
  }

  const CASES: readonly [what: string, make: () => Buffer, code: string][] = [
    ['a text', () => Buffer.from('not a database'), 'backup_foreign'],
    ['an archive', () => Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'backup_packed'],
    ['a dump of PostgreSQL', () => Buffer.from('PGDMP....'), 'backup_packed'],
    ['half a backup', damaged, 'backup_damaged'],
    ['another database', () => changed('drop table schema_migrations'), 'backup_foreign'],
    ['a newer one', () => changed("insert into schema_migrations values ('9999-x', '')"), 'backup_newer'],
    [
      'one of another key',
      () => changed("update settings set value = 'v1.AAAA' where key = 'encryption_check'"),
      'backup_other_key',
    ],
  ]

  it.each(CASES)('such as %s is refused and not kept', async (_what, make, code) => {
    const { app, admin } = shared()
    const folder = join(app.config.data_dir, 'backups')
    const files = readdirSync(folder)
    const answer = await upload(app, admin.access_token, make())
    expect([answer.body.code, answer.status >= 400]).toEqual([code, true])
    expect(readdirSync(folder)).toEqual(files)
  })

  it('is refused at a restore too, when it was put there by hand', async () => {
    const { app, asAdmin } = shared()
    const name = 'foyer-2026-01-01T00-00-00-000Z-mine.db'
    writeFileSync(join(app.config.data_dir, 'backups', name), damaged())
    const answer = await asAdmin('POST', `${BASE}/backups/${name}/restore-preview`)
    expect(answer.body.code).toBe('backup_damaged')
    expect((await asAdmin('DELETE', `${BASE}/backups/${name}`)).status).toBe(200)
  })

  it('leaves nothing behind when it is too large, has a gap, or is taken back', async () => {
    const { app, admin, asAdmin } = shared()
    const large = await asAdmin('POST', `${BASE}/backup-uploads`, { bytes: 3 * 1024 ** 3 })
    expect([large.status, large.body.code]).toEqual([413, 'backup_too_large'])
    const { body } = await asAdmin('POST', `${BASE}/backup-uploads`, { bytes: 10 })
    const put = (offset: number) =>
      app.call('PUT', `${BASE}/backup-uploads/${body.id}?offset=${offset}`, {
        token: admin.access_token,
        body: Buffer.from('hello'),
        headers: { 'content-type': 'application/octet-stream' },
      })
    expect((await put(0)).body.received).toBe(5)
    expect((await put(0)).body.received).toBe(5)
    const gap = await put(7)
    expect([gap.status, gap.body.received]).toEqual([409, 5])
    expect((await asAdmin('DELETE', `${BASE}/backup-uploads/${body.id}`)).status).toBe(200)
    expect((await put(5)).status).toBe(404)
    expect((await asAdmin('DELETE', `${BASE}/backup-uploads/..%2Ffoyer`)).status).toBe(404)
    expect(existsSync(app.config.data_dir)).toBe(true)
  })
})

it('a restore on PostgreSQL is refused while another Foyer runs on the database', async () => {
  const { app, asAdmin } = await open('postgres')
  const made = await asAdmin('POST', `${BASE}/backups`)
  const other = await startApp({
    clock: app.clock,
    env: {
      APP_DATA_DIR: app.config.data_dir,
      APP_DATABASE_URL: app.config.database_url ?? '',
    },
  })
  const path = `${BASE}/backups/${made.body.name}`
  expect((await asAdmin('POST', `${path}/restore-preview`)).body.code).toBe('database_shared')
  await other.close()
  const preview = await asAdmin('POST', `${path}/restore-preview`)
  await asAdmin('POST', `${path}/restore`, { confirmation: preview.body.confirmation })
})
