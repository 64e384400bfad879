import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEvents } from '#events/events.ts'
import { createBroadcast } from '#db/broadcast.ts'
import { openPostgres } from '#db/postgres.ts'
import { systemClock } from '#kit/clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { PASSWORD } from '#test/app.ts'
import { afterTest, freshPostgresUrl, shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { callProcess, runToEnd, startProcess } from '#test/processes.ts'
import { openSocket, openSse } from '#test/streams.ts'

const ADMIN = { username: 'ana', password: PASSWORD }

/** Two real servers on one PostgreSQL, each with a data folder of its own. Tests of jobs are in crash/. */
async function startTwo() {
  const APP_DATABASE_URL = await freshPostgresUrl()
  const APP_ENCRYPTION_KEY = randomBytes(32).toString('base64')
  const options = () => ({ env: { APP_DATABASE_URL, APP_ENCRYPTION_KEY, APP_DATA_DIR: temporaryFolder() } })
  // Together, so that they also race for the migrations and the key check.
  const [one, two] = await Promise.all([startProcess(options()), startProcess(options())])
  expect((await callProcess(one, 'POST', '/api/auth/setup', { body: ADMIN })).status).toBe(201)
  return { url: APP_DATABASE_URL, one, two }
}

/** A third process that only publishes. */
async function createSender(url: string) {
  const database = openPostgres(url)
  const log = createTestLog()
  const broadcast = createBroadcast(database, { clock: systemClock, log, url })
  await broadcast.start()
  afterTest(async () => {
    await broadcast.close()
    await database.close()
  })
  return { database, events: createEvents(broadcast) }
}

describe('two processes on one PostgreSQL (R4, C1)', () => {
  const started = shareAmongTests(startTwo)
  /** Each test has a session of its own, created by the first process, which accepts ten sign-ins a minute (0.5). */
  async function begin() {
    const signed_in = await callProcess(started().one, 'POST', '/api/auth/login', { body: ADMIN })
    expect(signed_in.status).toBe(200)
    return { ...started(), session: signed_in.body }
  }

  it('know the same sessions, from their creation to their end', async () => {
    const { one, two, session } = await begin()
    const token = session.access_token
    expect((await callProcess(two, 'GET', '/api/auth/me', { token })).body.username).toBe('ana')
    const again = await callProcess(two, 'POST', '/api/auth/setup', {
      body: { username: 'eve', password: PASSWORD },
    })
    expect([again.status, again.body.code]).toEqual([409, 'setup_complete'])
    const refreshed = await callProcess(two, 'POST', '/api/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    })
    expect(refreshed.status).toBe(200)
    expect((await callProcess(two, 'POST', '/api/auth/logout', { token })).status).toBe(200)
    for (const given of [token, refreshed.body.access_token]) {
      const after = await callProcess(one, 'GET', '/api/auth/me', { token: given })
      expect([after.status, after.body.code]).toEqual([401, 'session_revoked'])
    }
  })

  it('share events: an event reaches the clients of both, only after its commit', async () => {
    const { url, one, two, session } = await begin()
    const [a, b] = [
      await openSocket(one.url, session.access_token),
      await openSse(two.url, session.access_token),
    ]
    const { database, events } = await createSender(url)
    const failed = database.transaction(async tx => {
      await events.publish(tx, { type: 'rolled_back', data: {} }, { to: 'everyone' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    // Longer than one notification can be.
    const data = { text: 'ü'.repeat(10_000) }
    await database.transaction(tx => events.publish(tx, { type: 'config_changed', data }, { to: 'everyone' }))
    for (const listener of [a, b]) {
      expect(await listener.received('config_changed')).toEqual({ type: 'config_changed', data })
      expect(listener.frames.map(frame => frame.type)).toEqual(['hello', 'config_changed'])
    }
  })

  it('close the streams of a session that ended in the other, within 5 s (1/6)', async () => {
    const { one, two, session } = await begin()
    const token = session.access_token
    const [socket, sse] = [await openSocket(two.url, token), await openSse(two.url, token)]
    expect((await callProcess(one, 'POST', '/api/auth/logout', { token })).status).toBe(200)
    expect(await socket.closed).toBe(4401)
    expect(await sse.closed).toBe('end')
  })

  it('end sessions that began at a sign-in provider when the other process turns it off, streams within 5 s (2/4.4)', async () => {
    const { url, one, two, session } = await begin()
    const token = session.access_token
    const save = (path: string, body: object) => callProcess(one, 'PUT', path, { token, body })
    await save('/api/admin/external-address', { external_url: 'https://media.example.org' })
    const provider = { enabled: true, issuer: 'http://127.0.0.1:9', client_id: 'foyer' }
    expect((await save('/api/admin/oidc', provider)).status).toBe(200)
    const again = await callProcess(two, 'POST', '/api/auth/login', { body: ADMIN })
    const { database } = await createSender(url)
    await database.transaction(tx =>
      tx
        .updateTable('devices')
        .set({ began_with: 'oidc', began_issuer: provider.issuer })
        .where('id', '=', again.body.device_id)
        .execute(),
    )
    const [socket, sse] = [
      await openSocket(two.url, again.body.access_token),
      await openSse(two.url, again.body.access_token),
    ]
    const kept = await openSocket(two.url, token)
    expect((await save('/api/admin/oidc', { enabled: false })).status).toBe(200)
    const after = await callProcess(two, 'GET', '/api/auth/me', { token: again.body.access_token })
    expect([after.status, after.body.code]).toEqual([401, 'session_revoked'])
    expect(await socket.closed).toBe(4401)
    expect(await sse.closed).toBe('end')
    expect(kept.socket.readyState).toBe(kept.socket.OPEN)
  })

  it('serve the next step of a sign-in that began at the other, and end its session and streams', async () => {
    const { one, two, session } = await begin()
    const { jellyfin } = await startSimulators({ products: ['jellyfin'] })
    const token = session.access_token
    const { url, api_key } = jellyfin
    const instance = { service_type: 'account_server_a', name: 'Den', url, api_key }
    const { id } = (await callProcess(one, 'POST', '/api/admin/instances', { token, body: instance })).body
    const configure = async (body: object) =>
      expect((await callProcess(one, 'PUT', '/api/admin/account-sign-in', { token, body })).status).toBe(200)
    await configure({ enabled: true, auto_create: true, instance_ids: [id] })
    const status = await callProcess(two, 'GET', '/api/auth/status')
    expect(status.body.account_sign_in).toMatchObject([{ instance_id: id, quick_connect: true }])

    const steps = '/api/auth/account-server/quick-connect'
    const begun = await callProcess(one, 'POST', `${steps}/begin`, { body: { instance_id: id } })
    const { flow, code } = begun.body
    jellyfin.quick_connect.approve(code, 'ellen')
    const check = { body: { flow } }
    const signed_in = await callProcess(two, 'POST', `${steps}/check`, check)
    expect(signed_in.body.user).toMatchObject({ username: 'ellen', role: 'user' })
    const again = await callProcess(one, 'POST', `${steps}/check`, check)
    expect([again.status, again.body.code]).toEqual([400, 'invalid_flow'])

    const own = signed_in.body.access_token
    const [socket, sse] = [await openSocket(two.url, own), await openSse(two.url, own)]
    await configure({ enabled: false })
    const after = await callProcess(two, 'GET', '/api/auth/me', { token: own })
    expect([after.status, after.body.code]).toEqual([401, 'session_revoked'])
    expect([await socket.closed, await sse.closed]).toEqual([4401, 'end'])
  })

  it('refuse a third process with another encryption key', async () => {
    const { url } = started()
    const env = { APP_DATABASE_URL: url, APP_DATA_DIR: temporaryFolder() }
    const end = await runToEnd({ env })
    expect([end.code, end.stderr]).toEqual([78, expect.stringMatching(/^Foyer cannot start: .*encryption/)])
  })
})
