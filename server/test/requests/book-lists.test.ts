import { dropAfterCommit, slow, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { buildBookLists, connectionOf, linkByCode, TRENDING } from '#test/book-list-calls.ts'
import { refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'

const HOME = connectionOf('in_b1')
/** Shorter than the week of the real provider, so that a test need not advance its clock that far. */
const LIFE_MS = 40 * 60_000
const NOTHING = {
  supported: true,
  configured: false,
  oauth_available: true,
  method: '',
  reconnect_required: false,
  revision: 0,
}

describe('the connection by token (1/4.4)', () => {
  it('reads, connects, switches and disconnects, and counts every change', async () => {
    const { asAdmin, hardcover, queries } = await buildBookLists()
    expect((await asAdmin('GET', HOME)).body).toEqual(NOTHING)
    const connected = await asAdmin('PUT', HOME, { token: `Bearer ${hardcover.token}`, revision: 0 })
    expect(connected.body).toEqual({
      ...NOTHING,
      configured: true,
      method: 'token',
      connection_id: expect.any(String),
      revision: 1,
    })
    expect(queries()).toBe(1)
    expect(hardcover.journal.requests('POST /v1/graphql')[0]?.headers.authorization).toBe(
      `Bearer ${hardcover.token}`,
    )
    expect((await asAdmin('GET', HOME)).body).toEqual(connected.body)
    expect((await asAdmin('DELETE', HOME)).body).toEqual({ ...NOTHING, revision: 2 })
    // Disconnecting without a connection does not count as a change.
    expect((await asAdmin('DELETE', HOME)).body.revision).toBe(2)
    expect(queries()).toBe(1)
  })

  it('stores no token that the provider refused or could not check', async () => {
    const { asAdmin, hardcover, connect, queries } = await buildBookLists()
    expect(refusal(await connect('in_b1', 'hc_pat_wrong'))).toEqual([400, 'token_rejected'])
    hardcover.faults.next('POST /v1/graphql', status(500))
    expect(refusal(await connect())).toEqual([502, 'upstream_failed'])
    const before = queries()
    for (const token of ['', '  ', 'Bearer ', 'two words', 'line\nbreak', 'ü', 7, undefined]) {
      expect(refusal(await asAdmin('PUT', HOME, { token }))).toEqual([400, 'validation'])
    }
    expect(queries()).toBe(before)
    expect((await asAdmin('GET', HOME)).body).toEqual(NOTHING)
  })

  it('lets nobody overwrite a change they have not seen, whether it came before or after the provider was asked', async () => {
    const { asAdmin, hardcover, connect, queries } = await buildBookLists()
    await connect()
    const before = queries()
    const body = { token: hardcover.token, revision: 0 }
    expect(refusal(await asAdmin('PUT', HOME, body))).toEqual([409, 'stale_revision'])
    expect(queries()).toBe(before)
    hardcover.faults.next('POST /v1/graphql', slow(150))
    const late = asAdmin('PUT', HOME, { token: hardcover.token, revision: 1 })
    await eventually(() => expect(hardcover.faults.pending()).toEqual([]))
    await asAdmin('DELETE', HOME)
    expect(refusal(await late)).toEqual([409, 'stale_revision'])
    expect((await asAdmin('GET', HOME)).body).toMatchObject({ configured: false, revision: 2 })
  })

  it('is open to admins and for book managers only, and never shows the token', async () => {
    const { app, asAdmin, asBob, hardcover, connect } = await buildBookLists()
    const answers = [await connect(), await asAdmin('GET', HOME)]
    for (const answer of answers) expect(answer.raw.toString()).not.toContain(hardcover.token)
    expect(JSON.stringify(app.log.entries)).not.toContain(hardcover.token)
    const stored = await app.database.read.selectFrom('book_list_connections').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(hardcover.token)
    expect(refusal(await asBob('GET', HOME))).toEqual([403, 'forbidden'])
    expect(refusal(await asAdmin('GET', connectionOf('in_m1')))).toEqual([400, 'wrong_service_type'])
    expect(refusal(await asAdmin('GET', connectionOf('in_none')))).toEqual([404, 'not_found'])
    expect(refusal(await connect('in_m1'))).toEqual([400, 'wrong_service_type'])
  })

  it('is deleted with its instance, unless others share it', async () => {
    const { app, asAdmin, connect } = await buildBookLists()
    const { connection_id } = (await connect()).body
    const instances = [
      { instance_id: 'in_b2', revision: 0 },
      { instance_id: 'in_b2', revision: 0 },
      { instance_id: 'in_m1', revision: 0 },
      { instance_id: 'in_none', revision: 0 },
    ]
    const { body } = await asAdmin('POST', `${HOME}/apply`, { connection_id, instances })
    expect(body).toEqual({
      results: [
        { instance_id: 'in_b2', applied: true },
        { instance_id: 'in_b2', applied: false, error: 'stale_revision' },
        { instance_id: 'in_m1', applied: false, error: 'not_found' },
        { instance_id: 'in_none', applied: false, error: 'not_found' },
      ],
    })
    expect((await asAdmin('GET', connectionOf('in_b2'))).body).toMatchObject({ connection_id, revision: 1 })
    await asAdmin('DELETE', HOME)
    expect((await asAdmin('GET', `${TRENDING}?instance_id=in_b2`)).body.connected).toBe(true)
    const count = async () =>
      (await app.database.read.selectFrom('book_list_connections').selectAll().execute()).length
    expect(await count()).toBe(1)
    await asAdmin('DELETE', connectionOf('in_b2'))
    expect(await count()).toBe(0)
    const gone = { connection_id, instances: [{ instance_id: 'in_b1', revision: 2 }] }
    expect(refusal(await asAdmin('POST', `${HOME}/apply`, gone))).toEqual([404, 'not_found'])
    const many = Array.from({ length: 101 }, () => ({ instance_id: 'in_b1', revision: 0 }))
    for (const wrong of [[], many]) {
      const answer = await asAdmin('POST', `${HOME}/apply`, { connection_id, instances: wrong })
      expect(refusal(answer)).toEqual([400, 'validation'])
    }
  })
})

describe('the link by a code (1/4.4)', () => {
  it('is offered only where this server has an app of its own', async () => {
    const { asAdmin } = await buildBookLists({ env: { APP_HARDCOVER_CLIENT_ID: '' } })
    expect((await asAdmin('GET', HOME)).body.oauth_available).toBe(false)
    expect(refusal(await asAdmin('POST', `${HOME}/device/begin`))).toEqual([503, 'oauth_unavailable'])
  })

  it('waits for the person at the interval of the provider, then connects', async () => {
    const { asAdmin, hardcover, app } = await buildBookLists()
    const { body } = await asAdmin('POST', `${HOME}/device/begin`)
    expect(body).toEqual({
      flow_id: expect.any(String),
      status: 'pending',
      user_code: expect.any(String),
      verification_uri: `${hardcover.url}/link`,
      expires_at: '2026-11-15T09:10:00.000Z',
      interval: 5,
    })
    const flow = `${HOME}/device/${body.flow_id}`
    const pending = { flow_id: body.flow_id, status: 'pending' }
    for (let i = 0; i < 3; i++) expect((await asAdmin('GET', flow)).body).toEqual(pending)
    expect(hardcover.oauth.grants()).toEqual(['device'])
    hardcover.oauth.approve(body.user_code)
    app.clock.advance(5000)
    // A poll that fails is answered by the next one.
    hardcover.faults.next('POST /oauth2/token', status(502))
    expect((await asAdmin('GET', flow)).body).toEqual(pending)
    app.clock.advance(5000)
    const [one, two] = await Promise.all([asAdmin('GET', flow), asAdmin('GET', flow)])
    expect([one.body.status, two.body.status]).toContain('connected')
    const done = (await asAdmin('GET', flow)).body
    expect(done).toEqual({ flow_id: body.flow_id, status: 'connected', connection_id: expect.any(String) })
    expect((await asAdmin('GET', HOME)).body).toEqual({
      ...NOTHING,
      configured: true,
      method: 'oauth',
      connection_id: done.connection_id,
      revision: 1,
    })
    expect((await asAdmin('GET', TRENDING)).body.connected).toBe(true)
    expect(refusal(await asAdmin('DELETE', flow))).toEqual([409, 'conflict'])
    expect((await asAdmin('GET', `${connectionOf('in_b2')}/device/${body.flow_id}`)).status).toBe(404)
  })

  it('continues when no page polls it any more, no faster than the provider allows', async () => {
    const { app, asAdmin, hardcover } = await buildBookLists()
    const { flow_id, user_code } = (await asAdmin('POST', `${HOME}/device/begin`)).body
    /** Advances by the interval of the provider, five seconds, and counts how often it was asked. */
    async function nextTurn(): Promise<number> {
      app.clock.advance(5000)
      await app.jobs.settle()
      return hardcover.oauth.grants().length
    }
    // A page that is polling takes precedence.
    expect([await nextTurn(), await nextTurn()]).toEqual([0, 1])
    hardcover.oauth.approve(user_code)
    expect([await nextTurn(), await nextTurn(), await nextTurn()]).toEqual([1, 1, 2])
    expect((await asAdmin('GET', HOME)).body).toMatchObject({ configured: true, method: 'oauth' })
    expect((await asAdmin('GET', `${HOME}/device/${flow_id}`)).body.status).toBe('connected')
  })

  it('ends as expired, denied, cancelled or superseded, which is final', async () => {
    const { asAdmin, hardcover, app, connect } = await buildBookLists()
    const begin = async () => (await asAdmin('POST', `${HOME}/device/begin`)).body
    const state = async (id: string) => (await asAdmin('GET', `${HOME}/device/${id}`)).body.status
    const late = await begin()
    app.clock.advance(600_000)
    expect(await state(late.flow_id)).toBe('expired')
    const denied = await begin()
    hardcover.oauth.deny(denied.user_code)
    expect(await state(denied.flow_id)).toBe('denied')
    const cancelled = await begin()
    expect((await asAdmin('DELETE', `${HOME}/device/${cancelled.flow_id}`)).body).toEqual({
      status: 'cancelled',
    })
    hardcover.oauth.approve(cancelled.user_code)
    expect(await state(cancelled.flow_id)).toBe('cancelled')
    const first = await begin()
    const second = await begin()
    expect(await state(first.flow_id)).toBe('superseded')
    await connect()
    hardcover.oauth.approve(second.user_code)
    expect(await state(second.flow_id)).toBe('superseded')
    expect((await asAdmin('GET', HOME)).body).toMatchObject({ method: 'token', revision: 1 })
    expect(refusal(await asAdmin('GET', `${HOME}/device/none`))).toEqual([404, 'not_found'])
  })
})

describe.each(ENGINES)('renewal (1:4.4) on %s', engine => {
  it('happens once for all instances that share the connection, and only when something is read', async () => {
    const world = await buildBookLists({ engine })
    const { asAdmin, hardcover, app } = world
    hardcover.oauth.setLifetime(LIFE_MS / 1000)
    const { connection_id } = await linkByCode(world)
    const instances = [{ instance_id: 'in_b2', revision: 0 }]
    await asAdmin('POST', `${HOME}/apply`, { connection_id, instances })
    // A process hears of its own changes, too, and drops what it keeps.
    const heard = Promise.withResolvers<void>()
    app.broadcast.on('heard', () => heard.resolve())
    await app.broadcast.send(null, { kind: 'heard' })
    await heard.promise
    await asAdmin('GET', TRENDING)
    const renewals = () => hardcover.oauth.grants().filter(grant => grant === 'refresh_token').length
    app.clock.advance(10 * 60_000)
    // Status reads and cache hits never renew a token, not even an expired one.
    hardcover.oauth.expireAccess()
    await asAdmin('GET', HOME)
    await asAdmin('GET', TRENDING)
    expect(renewals()).toBe(0)
    app.clock.advance(LIFE_MS)
    const asked = ['in_b1', 'in_b2', 'in_b1', 'in_b2'].map(id =>
      asAdmin('GET', `${TRENDING}?instance_id=${id}`),
    )
    const answers = await Promise.all(asked)
    expect(answers.map(answer => [answer.status, answer.body.connected])).toEqual(
      answers.map(() => [200, true]),
    )
    expect(renewals()).toBe(1)
  })

  it('does not send a refresh token twice when an answer may have been lost and a token could be lost', async () => {
    const world = await buildBookLists({ engine })
    const { asAdmin, hardcover, app } = world
    hardcover.oauth.setLifetime(LIFE_MS / 1000)
    await linkByCode(world)
    app.clock.advance(LIFE_MS - 30_000)
    hardcover.faults.next('POST /oauth2/token', dropAfterCommit())
    const renewals = () => hardcover.oauth.grants().filter(grant => grant === 'refresh_token').length
    expect((await asAdmin('GET', TRENDING)).body.connected).toBe(true)
    await asAdmin('DELETE', connectionOf('in_b2'))
    expect(renewals()).toBe(1)
    const { connection_id } = (await asAdmin('GET', HOME)).body
    const instances = [{ instance_id: 'in_b2', revision: 0 }]
    await asAdmin('POST', `${HOME}/apply`, { connection_id, instances })
    expect((await asAdmin('GET', `${TRENDING}?instance_id=in_b2`)).body.connected).toBe(true)
    expect(renewals()).toBe(1)
  })
})

describe('renewal (1:4.4)', () => {
  it('renews a token that was refused early, and reports when that does not help', async () => {
    const world = await buildBookLists()
    const { asAdmin, hardcover, app } = world
    hardcover.oauth.setLifetime(LIFE_MS / 1000)
    await linkByCode(world)
    hardcover.oauth.expireAccess()
    expect((await asAdmin('GET', TRENDING)).body.connected).toBe(true)
    hardcover.oauth.revokeAll()
    app.clock.advance(30 * 60_000)
    expect(refusal(await asAdmin('GET', TRENDING))).toEqual([502, 'provider_rejected_token'])
    expect((await asAdmin('GET', HOME)).body).toMatchObject({ configured: true, reconnect_required: true })
    const before = hardcover.journal.entries.length
    // A person must reconnect; until then the provider is not asked again.
    expect(refusal(await asAdmin('GET', TRENDING))).toEqual([502, 'provider_rejected_token'])
    expect(hardcover.journal.entries.length).toBe(before)
    await linkByCode(world)
    expect((await asAdmin('GET', HOME)).body.reconnect_required).toBe(false)
  })

  it('keeps a connection unless the provider explicitly refuses it', async () => {
    const world = await buildBookLists()
    const { asAdmin, hardcover, app } = world
    hardcover.oauth.setLifetime(LIFE_MS / 1000)
    await linkByCode(world)
    app.clock.advance(LIFE_MS)
    const faults = [status(500), status(429), status(503), status(400, { body: '<html>portal</html>' })]
    for (const fault of faults) {
      hardcover.faults.next('POST /oauth2/token', fault)
      expect(refusal(await asAdmin('GET', TRENDING))).toEqual([502, 'upstream_failed'])
      expect((await asAdmin('GET', HOME)).body).toMatchObject({ configured: true, reconnect_required: false })
    }
    expect((await asAdmin('GET', TRENDING)).body.connected).toBe(true)
  })
})
