import { describe, expect, it } from 'vitest'
import { checkRows } from '#db/integrity.ts'
import { openPostgres } from '#db/postgres.ts'
import { startOn, type TestApp } from '#test/app.ts'
import { ENGINES } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'
import { seedRequests } from '#test/seed-requests.ts'
import { buildWorld } from '#test/world.ts'

const BASE = '/api/admin/operations'

async function open(engine: (typeof ENGINES)[number]) {
  const app = await startOn(engine)
  const admin = await app.setUp()
  const asAdmin = (method: string, path: string, body?: object) =>
    app.call(method, `${BASE}${path}`, { token: admin.access_token, ...(body && { body }) })
  return { app, admin, asAdmin }
}

async function insertJob(app: TestApp, job: object): Promise<number> {
  const now = app.clock.now().toISOString()
  return app.database.transaction(async tx => {
    const row = await tx
      .insertInto('jobs')
      .values({
        name: 'memo-of-another-version',
        payload: '{"secret":"s3cr3t"}',
        state: 'ready',
        attempts: 0,
        run_at: now,
        created_at: now,
        updated_at: now,
        ...job,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
}

describe.each(ENGINES)('operations on %s', engine => {
  it('lists jobs by kind with what they wait for, and never their payload', async () => {
    const { app, asAdmin } = await open(engine)
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const timed = await insertJob(app, { run_at: soon })
    const failed = await insertJob(app, { run_at: soon, attempts: 3, reason: 'timeout' })
    const parked = await insertJob(app, { state: 'parked', reason: 'author_import' })
    const stuck = await insertJob(app, { state: 'attention', attempts: 50, reason: 'rejected_key' })
    const { body } = await asAdmin('GET', '/jobs')
    const kinds: { name: string }[] = body.kinds
    expect(kinds.find(({ name }) => name === 'memo-of-another-version')).toEqual({
      name: 'memo-of-another-version',
      known: false,
      running: 0,
      waiting: 2,
      retrying: 1,
      parked: 1,
      attention: 1,
      next_run_at: soon,
      last_reason: expect.any(String),
    })
    expect(kinds.find(({ name }) => name === 'deliver-request')).toMatchObject({ known: true, waiting: 0 })

    const first = await asAdmin('GET', '/jobs/memo-of-another-version?limit=3')
    const waits = first.body.jobs.map((job: { id: number; waits_for: string; can_run_now: boolean }) => [
      job.id,
      job.waits_for,
      job.can_run_now,
    ])
    expect(waits).toEqual([
      [timed, 'time', true],
      [failed, 'retry', true],
      [parked, 'event', false],
    ])
    expect(first.body.next_after).toBe(parked)
    const second = await asAdmin('GET', `/jobs/memo-of-another-version?after=${parked}`)
    expect([second.body.jobs[0].id, second.body.jobs[0].waits_for, second.body.next_after]).toEqual([
      stuck,
      'person',
      null,
    ])
    expect(JSON.stringify([first.body, second.body])).not.toContain('s3cr3t')
  })

  it('runs a waiting job now, once more what gave up, and nothing else', async () => {
    const { app, asAdmin } = await open(engine)
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const failed = await insertJob(app, { run_at: soon, attempts: 3, reason: 'timeout' })
    const stuck = await insertJob(app, { state: 'attention', attempts: 50, reason: 'rejected_key' })
    const parked = await insertJob(app, { state: 'parked', reason: 'author_import' })
    for (const id of [failed, stuck]) {
      expect((await asAdmin('POST', `/jobs/${id}/run`)).body).toEqual({ status: 'due' })
    }
    const { body } = await asAdmin('GET', '/jobs/memo-of-another-version')
    const now = app.clock.now().toISOString()
    for (const job of body.jobs.slice(0, 2)) {
      expect(job).toMatchObject({ state: 'ready', attempts: 0, reason: null, waits_for: 'turn' })
      expect(job.run_at <= now).toBe(true)
    }
    const refused = await asAdmin('POST', `/jobs/${parked}/run`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect((await asAdmin('POST', '/jobs/999999/run')).status).toBe(404)
  })

  it('really runs a job of this version', async () => {
    const { app, asAdmin } = await open(engine)
    // What a start makes due comes first.
    await app.jobs.settle()
    const readSweep = async () => (await asAdmin('GET', '/jobs/inbox-sweep')).body.jobs[0]
    const sweep = await readSweep()
    expect(sweep.waits_for).toBe('time')
    await asAdmin('POST', `/jobs/${sweep.id}/run`)
    await app.jobs.settle()
    await expect.poll(readSweep).toMatchObject({ waits_for: 'time', attempts: 0 })
  })

  it('shows the outbox by state and page, and not where alerts go', async () => {
    const { app, admin, asAdmin } = await open(engine)
    const now = app.clock.now().toISOString()
    await app.database.transaction(async tx => {
      const { id } = await tx
        .insertInto('alerts')
        .values({
          type: 'new_movie',
          audience: '{}',
          data: '{}',
          parts: '[]',
          state: 'told',
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const state of ['pending', 'failed', 'sent'] as const) {
        await tx
          .insertInto('alert_sends')
          .values({
            alert_id: id,
            channel: 'push',
            user_id: admin.user.id,
            destination: `secret-token-${state}`,
            state,
            attempts: 1,
            next_at: now,
            detail: state === 'failed' ? 'gone' : null,
            created_at: now,
            updated_at: now,
          })
          .execute()
      }
    })
    const all = await asAdmin('GET', '/outbox?limit=2')
    expect(all.body.counts).toEqual({
      pending: 1,
      claimed: 0,
      sent: 1,
      failed: 1,
      unconfirmed: 0,
      dropped: 0,
    })
    expect(all.body.entries.map((entry: { state: string }) => entry.state)).toEqual(['sent', 'failed'])
    const rest = await asAdmin('GET', `/outbox?before=${all.body.next_before}`)
    expect(rest.body.entries).toEqual([
      expect.objectContaining({
        state: 'pending',
        type: 'new_movie',
        username: 'ana',
        waits_for: 'turn',
        next_at: now,
      }),
    ])
    const failed = await asAdmin('GET', '/outbox?state=failed')
    expect(failed.body.entries).toEqual([expect.objectContaining({ detail: 'gone', next_at: null })])
    expect(JSON.stringify([all.body, rest.body])).not.toContain('secret-token')
  })

  it('counts deliveries and lists those in attention', async () => {
    const { app, asAdmin } = await open(engine)
    await seedRequests(app.database, 300)
    const first = await asAdmin('GET', '/deliveries?limit=2')
    const { counts, deliveries, next_before } = first.body
    expect([counts.attention, deliveries.length]).toEqual([3, 2])
    expect(deliveries[0]).toMatchObject({
      username: expect.any(String),
      title: expect.any(String),
      format: '',
    })
    const rest = await asAdmin('GET', `/deliveries?before=${next_before}`)
    expect([rest.body.deliveries.length, rest.body.next_before]).toEqual([1, null])
  })

  it('describes the database, and looks for damage in it', async () => {
    const { app, asAdmin } = await open(engine)
    const { body } = await asAdmin('GET', '/database')
    expect(body).toMatchObject({
      engine,
      can_check: true,
      version: expect.stringMatching(/^\d/),
    })
    expect(body.bytes).toBeGreaterThan(10_000)
    expect(body.migrations).toBeGreaterThan(20)
    const check = await asAdmin('POST', '/database/check')
    expect(check.body).toMatchObject({ ok: true, damage: null })
    const { database_url } = app.config
    if (!database_url) return
    // As PostgreSQL says it of a page that it cannot read.
    const message = 'invalid page in block 3 of relation base/1/2'
    const damaged = openPostgres(database_url, statement => {
      if (statement.includes('octet_length')) throw Object.assign(new Error(message), { code: 'XX001' })
    })
    expect(await checkRows(damaged)).toBe(message)
    await damaged.close()
  })

  it('says what runs, with the checks of readiness', async () => {
    const { app, asAdmin } = await open(engine)
    const { body } = await asAdmin('GET', '/about')
    expect(body).toMatchObject({
      version: app.config.version,
      node: process.version,
      metrics_enabled: false,
      checks: { database: 'ok', migrations: 'ok', encryption_key: 'ok' },
    })
  })

  it('names the proxy whose forwarded headers are ignored', async () => {
    const { app, asAdmin } = await open(engine)
    const address = async () => (await asAdmin('GET', '/about')).body.untrusted_proxy
    expect(await address()).toBeNull()
    const body = { username: 'nobody', password: 'none' }
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await app.call('POST', '/api/auth/login', { from: '172.18.0.1', headers, body })
    expect(await address()).toBe('172.18.0.1')
  })

  it('lists the sessions of everybody and ends one at once', async () => {
    const { app, admin, asAdmin } = await open(engine)
    const bob = await signInAs(app, 'bob', 'user')
    const { body } = await asAdmin('GET', '/sessions')
    expect(body.total).toBe(2)
    const names = body.sessions.map((one: { username: string; current: boolean }) => [
      one.username,
      one.current,
    ])
    expect(names).toEqual(
      expect.arrayContaining([
        ['ana', true],
        ['bob', false],
      ]),
    )
    expect(Object.keys(body.sessions[0])).not.toContain('refresh_hash')
    const bobs = await asAdmin('GET', `/sessions?user_id=${bob.user.id}&limit=1`)
    expect([bobs.body.total, bobs.body.sessions[0].id]).toEqual([1, bob.device_id])
    const found = async (text: string) => (await asAdmin('GET', `/sessions?text=${text}`)).body
    const { total, sessions } = await found('BO%20')
    expect([total, sessions[0].id]).toEqual([1, bob.device_id])
    for (const none of ['bob%20nowhere', '%25', 'b_b']) expect((await found(none)).total).toBe(0)
    expect((await asAdmin('GET', '/sessions?offset=2')).body).toEqual({ sessions: [], total: 2 })

    expect((await asAdmin('DELETE', `/sessions/${bob.device_id}`)).body).toEqual({ status: 'revoked' })
    expect((await app.call('GET', '/api/auth/me', { token: bob.access_token })).status).toBe(401)
    expect((await asAdmin('DELETE', `/sessions/${bob.device_id}`)).status).toBe(404)
    expect((await app.call('GET', '/api/auth/me', { token: admin.access_token })).status).toBe(200)
  })

  it('changes the level of the log for an hour', async () => {
    const { app, asAdmin } = await open(engine)
    await asAdmin('PUT', '/log-level', { level: 'error' })
    expect((await asAdmin('DELETE', '/log-level')).body).toMatchObject({ level: 'debug', until: null })
    expect((await asAdmin('PUT', '/log-level', { level: 'loud' })).status).toBe(400)
    const put = await asAdmin('PUT', '/log-level', { level: 'warn' })
    expect(put.body).toMatchObject({ level: 'warn', configured: 'debug' })
    expect(Date.parse(put.body.until) - app.clock.now().getTime()).toBe(3_600_000)
    app.log.info({}, 'not written')
    expect(app.log.entries.map(({ msg }) => msg)).not.toContain('not written')
    app.clock.advance(3_599_999)
    expect(app.log.control.level()).toBe('warn')
    app.clock.advance(1)
    expect(app.log.control.level()).toBe('debug')
  })
})

describe('the log', () => {
  it('is read by level, text and place, without secrets', async () => {
    const { app, asAdmin } = await open('sqlite')
    app.log.warn({ url: '/x?token=abcdef', note: 'marker' }, 'Something odd.')
    app.log.info({ note: 'marker' }, 'Something plain.')
    const { body } = await asAdmin('GET', '/logs?text=MARKER')
    expect(body.lines.map((line: { message: string }) => line.message)).toEqual([
      'Something odd.',
      'Something plain.',
    ])
    expect(body.lines[0]).toMatchObject({
      level: 'warn',
      fields: { url: '/x?token=[redacted]', note: 'marker' },
    })
    const warned = await asAdmin('GET', '/logs?text=marker&level=warn')
    expect(warned.body.lines).toHaveLength(1)
    app.log.error({}, 'Later.')
    const followed = await asAdmin('GET', `/logs?after=${body.last_id}&level=error`)
    expect(followed.body.lines.map((line: { message: string }) => line.message)).toEqual(['Later.'])
    expect(followed.body.log_id).toBe(body.log_id)
    expect((await asAdmin('GET', '/logs?after=0&limit=1')).body.lines[0].id).toBe(body.first_id)
  })
})

describe('caches', () => {
  it('are listed with their hit rate and cleared by name or together', async () => {
    const world = await buildWorld({ products: ['tmdb'], users: ['uma'] })
    const trending = () => world.asUma('GET', '/api/discover/trending?type=movie')
    const screen = async () => {
      const { body } = await world.asAdmin('GET', `${BASE}/caches`)
      return body.caches.find(({ name }: { name: string }) => name === 'screen-discovery')
    }
    await trending()
    await trending()
    const filled = await screen()
    expect(filled.entries).toBeGreaterThan(0)
    expect(filled.bytes).toBeGreaterThan(0)
    expect(filled.hit_rate).toBeGreaterThan(0)
    expect((await world.asAdmin('DELETE', `${BASE}/caches/nothing`)).status).toBe(404)
    expect((await world.asAdmin('DELETE', `${BASE}/caches/screen-discovery`)).body).toEqual({
      status: 'cleared',
    })
    expect((await screen()).entries).toBe(0)
    await trending()
    expect((await world.asAdmin('DELETE', `${BASE}/caches`)).status).toBe(200)
    expect((await screen()).entries).toBe(0)
  })
})

describe('backups', () => {
  it('are made, listed, downloaded whole and removed', async () => {
    const { app, admin, asAdmin } = await open('sqlite')
    const made = await asAdmin('POST', '/backups')
    expect([made.status, made.body.kind]).toEqual([201, 'manual'])
    const { body } = await asAdmin('GET', '/backups')
    expect(body).toMatchObject({ supported: true, kept: { nightly: 14, upgrade: 5 } })
    expect(body.backups).toEqual([made.body])
    expect(Date.parse(body.next_at)).toBeGreaterThan(app.clock.now().getTime())
    const file = await app.call('GET', `${BASE}/backups/${made.body.name}`, { token: admin.access_token })
    expect([file.status, file.raw.length]).toEqual([200, made.body.bytes])
    expect(file.raw.toString('latin1', 0, 15)).toBe('SQLite format 3')
    expect((await asAdmin('DELETE', `/backups/${made.body.name}`)).body).toEqual({ status: 'deleted' })
    expect((await asAdmin('GET', '/backups')).body.backups).toEqual([])
    for (const name of [made.body.name, '..%2Ffoyer.db', '..%2Fencryption.key']) {
      expect((await asAdmin('GET', `/backups/${name}`)).status).toBe(404)
      expect((await asAdmin('DELETE', `/backups/${name}`)).status).toBe(404)
    }
  })
})

describe('access to the operations', () => {
  it('is refused to users', async () => {
    const { app } = await open('sqlite')
    const bob = await signInAs(app, 'bob', 'user')
    for (const path of [
      '/jobs',
      '/outbox',
      '/deliveries',
      '/caches',
      '/logs',
      '/database',
      '/about',
      '/sessions',
      '/backups',
    ]) {
      const answer = await app.call('GET', `${BASE}${path}`, { token: bob.access_token })
      expect([path, answer.status]).toEqual([path, 403])
    }
  })
})
