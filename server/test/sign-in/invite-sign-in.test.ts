import { hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteSignIn, createVisitor, INVITE_AUTH, INVITE_SIGN_IN } from '#test/invite-sign-in.ts'

const PENDING = { status: 'pending', interval: 3 }
const DENIED = [403, 'sign_in_denied']
const DISABLED = [403, 'sign_in_disabled']
const INVALID = [400, 'invalid_flow']
const POLL = 'GET /api/v2/pins/:id'

describe.each(ENGINES)('signing in with the invite server on %s (2:4.3)', engine => {
  it('makes a plain user of an accepted share, without changing any sharing, and finds them again', async () => {
    const { app, approve, signIn, cloud, instance_id, changes, accountNamed, asAdmin } =
      await buildInviteSignIn({
        engine,
        auto_create: true,
      })
    const visitor = createVisitor(app)
    const begun = await visitor.begin({ device_name: 'Ellen’s phone', hardware_id: 'hw-1' })
    expect([begun.status, begun.headers['cache-control']]).toEqual([200, 'no-store'])
    const { flow, url } = begun.body
    expect(begun.body).toEqual({
      flow: expect.stringMatching(/^f_/),
      url: expect.stringMatching(/^https:\/\/app\.plex\.tv\/auth#\?/),
      expires_at: '2026-11-15T09:10:00.000Z',
      interval: 3,
    })
    expect((await visitor.check(flow)).body).toEqual(PENDING)
    approve(url, 'ellen77')
    app.clock.advance(3000)
    const { code } = expectOk(await visitor.check(flow))
    const answer = await visitor.exchange(flow, code)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.body.user).toMatchObject({
      username: 'ellen77',
      role: 'user',
      password_enabled: false,
      passkey_enabled: false,
      invite_linked: true,
      invite_email: 'ellen@example.org',
    })
    const asEllen = callAs(app, answer.body.access_token)
    expect((await asEllen('GET', `${INVITE_SIGN_IN}/identities`)).body).toEqual({
      identities: [
        {
          invite_account_id: String(accountNamed('ellen77').id),
          email: 'ellen@example.org',
          username: 'ellen77',
          created_at: expect.any(String),
        },
      ],
    })
    const [server] = (await asEllen('GET', '/api/media-servers')).body
    expect(server).toMatchObject({
      instance_id,
      account: { username: 'ellen77', manage_access: false, pending: false },
    })
    const [row] = (await asAdmin('GET', '/api/admin/media-servers/accounts')).body
    expect(row).toMatchObject({ created_by_app: false, manage_access: false, access_sync_pending: false })
    const [device] = (await asEllen('GET', '/api/me/devices')).body.devices
    expect(device.name).toBe('Ellen’s phone')
    // The token was used once and ended; nothing else changed at the provider.
    expect(cloud.devices).toEqual([])
    await app.jobs.settle()
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])

    const again = await signIn('ellen77', { hardware_id: 'hw-1' })
    expect(again.body.user.id).toBe(answer.body.user.id)
    expect(again.body.device_id).toBe(answer.body.device_id)
  })

  it('does not take a media-server link for an identity, until it is confirmed (C45)', async () => {
    const { signIn, users, linkShare, asAdmin, accountNamed } = await buildInviteSignIn({
      engine,
      auto_create: true,
    })
    const user_id = users.uma.user.id
    expectOk(await linkShare(user_id, 'ellen@example.org'))
    expect(refusal(await signIn('ellen77'))).toEqual(DENIED)
    const mappings = [{ user_id, invite_account_id: String(accountNamed('ellen77').id) }]
    expect((await asAdmin('POST', `${INVITE_AUTH}/confirm`, { mappings })).body).toEqual({
      status: 'confirmed',
      confirmed: 1,
    })
    expect((await signIn('ellen77')).body.user).toMatchObject({ id: user_id, invite_linked: true })
  })

  it('ends its sessions, and no others, when it is turned off', async () => {
    const { app, signIn, asAdmin, asUma, prove } = await buildInviteSignIn({ engine, auto_create: true })
    const { access_token, refresh_token } = (await signIn('ellen77')).body
    const { visitor, flow, code } = await prove('ellen77')
    expect((await asAdmin('PUT', INVITE_AUTH, { enabled: false })).body).toEqual({
      enabled: false,
      auto_create: true,
    })
    const asEllen = callAs(app, access_token)
    expect(refusal(await asEllen('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
    const refreshed = await callAs(app)('POST', '/api/auth/refresh', { refresh_token })
    expect(refusal(refreshed)).toEqual([401, 'session_revoked'])
    expect((await asUma('GET', '/api/auth/me')).status).toBe(200)
    expect(refusal(await visitor.exchange(flow, code))).toEqual(DISABLED)
    expect(refusal(await visitor.check(flow))).toEqual(DISABLED)
    expect(refusal(await visitor.begin())).toEqual(DISABLED)
    // Attempts do not outlive it either.
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: true }))
    expect(refusal(await visitor.exchange(flow, code))).toEqual(INVALID)
    expect((await signIn('ellen77')).body.user.username).toBe('ellen77')
  })
})

describe('signing in with the invite server (2:4.3)', () => {
  it('denies at the exchange who has no accepted share, or is not to be created', async () => {
    const world = await buildInviteSignIn()
    const { signIn, asAdmin, cloud, share } = world
    expect(refusal(await signIn('ellen77'))).toEqual(DENIED)
    expectOk(await asAdmin('PUT', INVITE_AUTH, { auto_create: true }))
    expect(refusal(await signIn('tove'))).toEqual(DENIED)
    const pia = cloud.addAccount('pia', 'pia@example.org')
    cloud.addShare(pia.id, [])
    expect(refusal(await signIn('pia'))).toEqual(DENIED)
    // The same address is not the same account: an address may be unconfirmed.
    cloud.addAccount('imposter', 'ellen@example.org')
    expect(refusal(await signIn('imposter'))).toEqual(DENIED)
    expect((await asAdmin('GET', '/api/admin/users')).body).toHaveLength(3)
    share(pia.id)
    cloud.shares.splice(0, cloud.shares.length, ...cloud.shares.filter(one => one.accepted_at !== null))
    expect((await signIn('pia')).body.user).toMatchObject({ username: 'pia', role: 'user' })
  })

  it('keeps to the identity: a removed share ends nothing, a name or address is nobody’s key', async () => {
    const { signIn, cloud, accountNamed } = await buildInviteSignIn({ auto_create: true })
    const first = (await signIn('ellen77')).body.user
    cloud.shares.splice(0)
    Object.assign(accountNamed('ellen77'), { username: 'uma', email: 'moved@example.org' })
    expect((await signIn('uma')).body.user).toMatchObject({ id: first.id, username: 'ellen77' })
  })

  it('gives the owner of a server no role here', async () => {
    const { signIn, asAdmin, changes } = await buildInviteSignIn({ auto_create: true })
    expect((await signIn('marlow')).body.user).toMatchObject({ username: 'marlow', role: 'user' })
    const [row] = (await asAdmin('GET', '/api/admin/media-servers/accounts')).body
    expect(row).toMatchObject({ administrator: true, manage_access: false })
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])
  })

  it('numbers names that are taken', async () => {
    const { signIn, cloud, share } = await buildInviteSignIn({ auto_create: true })
    for (const email of ['one@example.org', 'two@example.org']) {
      const account = cloud.addAccount(`Uma`, email)
      share(account.id)
    }
    const [one, two] = cloud.accounts.values().filter(one => one.username === 'Uma')
    Object.assign(two ?? {}, { username: 'later' })
    expect((await signIn('Uma')).body.user.username).toBe('Uma-2')
    Object.assign(one ?? {}, { username: 'earlier' })
    Object.assign(two ?? {}, { username: 'UMA' })
    expect((await signIn('UMA')).body.user.username).toBe('UMA-3')
  })
})

describe('the status (1/4.1)', () => {
  it('offers it while it is on and there is an invite server', async () => {
    const { app, asAdmin, instance_id } = await buildInviteSignIn({ enabled: false })
    const read = async () => {
      const { login_methods, invite_available } = (await app.call('GET', '/api/auth/status')).body
      return [login_methods.includes('invite_server'), invite_available]
    }
    expect((await asAdmin('GET', INVITE_AUTH)).body).toEqual({ enabled: false, auto_create: false })
    expect(await read()).toEqual([false, undefined])
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: true }))
    expect(await read()).toEqual([true, true])
    expectOk(await asAdmin('DELETE', `/api/admin/instances/${instance_id}`))
    expect(await read()).toEqual([false, undefined])
    expect(refusal(await createVisitor(app).begin())).toEqual(DISABLED)
    expect((await asAdmin('GET', INVITE_AUTH)).body.enabled).toBe(true)
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    expect(refusal(await asAdmin('PUT', INVITE_AUTH, { enabled: true }))).toEqual([409, 'no_instance'])
    expect((await asAdmin('PUT', INVITE_AUTH, { auto_create: true })).body).toEqual({
      enabled: false,
      auto_create: true,
    })
  })
})

describe('a check (2:4.3)', () => {
  it('polls the provider once in three seconds and repeats its answer in between', async () => {
    const { app, approve, plexTv } = await buildInviteSignIn()
    const visitor = createVisitor(app)
    const { flow, url } = (await visitor.begin()).body
    const polls = () => plexTv.journal.requests(POLL).length
    expect((await visitor.check(flow)).body).toEqual(PENDING)
    approve(url, 'ellen77')
    app.clock.advance(2999)
    expect([(await visitor.check(flow)).body, polls()]).toEqual([PENDING, 1])
    app.clock.advance(1)
    const complete = (await visitor.check(flow)).body
    expect([complete, polls()]).toEqual([{ status: 'complete', code: expect.any(String) }, 2])
    app.clock.advance(30_000)
    expect([(await visitor.check(flow)).body, polls()]).toEqual([complete, 2])
  })

  it('counts the polls of all processes together', async () => {
    const env = { APP_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
    const { app, approve, plexTv } = await buildInviteSignIn({ engine: 'postgres', env, auto_create: true })
    const APP_DATABASE_URL = app.config.database_url ?? ''
    const other = await startApp({
      clock: app.clock,
      env: { ...env, APP_DATABASE_URL, APP_PLEX_TV_URL: plexTv.url },
    })
    const [here, there] = [createVisitor(app), createVisitor(other)]
    const { flow, url } = (await here.begin()).body
    expect((await there.check(flow, here.verifier)).body).toEqual(PENDING)
    expect((await here.check(flow)).body).toEqual(PENDING)
    expect(plexTv.journal.requests(POLL)).toHaveLength(1)
    approve(url, 'ellen77')
    app.clock.advance(3000)
    const { code } = (await here.check(flow)).body
    expect((await there.check(flow, here.verifier)).body.code).toBe(code)
    expect((await there.exchange(flow, code, here.verifier)).body.user.username).toBe('ellen77')
    expect(refusal(await here.exchange(flow, code))).toEqual(INVALID)
  })

  it('is answered once for many that come together', async () => {
    const { app, approve, plexTv, cloud } = await buildInviteSignIn()
    const visitor = createVisitor(app)
    const { flow, url } = (await visitor.begin()).body
    approve(url, 'ellen77')
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.check(flow)))
    expect(answers.map(one => one.status)).toEqual([200, 200, 200, 200])
    expect(plexTv.journal.requests(POLL)).toHaveLength(1)
    expect((await visitor.check(flow)).body.status).toBe('complete')
    expect(cloud.devices).toEqual([])
  })

  it('reports a provider that is down, and goes on when it is back', async () => {
    const { app, approve, plexTv, asAdmin } = await buildInviteSignIn({ auto_create: true })
    const visitor = createVisitor(app)
    const { flow, url } = (await visitor.begin()).body
    approve(url, 'ellen77')
    plexTv.faults.next(POLL, status(503))
    expect(refusal(await visitor.check(flow))).toEqual([503, 'unavailable'])
    // The last answer is repeated, without traffic.
    const polls = plexTv.journal.requests(POLL).length
    expect(refusal(await visitor.check(flow))).toEqual([503, 'unavailable'])
    expect(plexTv.journal.requests(POLL)).toHaveLength(polls)
    app.clock.advance(3000)
    plexTv.faults.next('GET /api/v2/user', status(503))
    expect(refusal(await visitor.check(flow))).toEqual([503, 'unavailable'])
    app.clock.advance(3000)
    const { code } = expectOk(await visitor.check(flow))
    // A server that cannot be read is not one without a share.
    plexTv.faults.next('GET /api/v2/shared_servers/owned/accepted', status(503))
    expect(refusal(await visitor.exchange(flow, code))).toEqual([503, 'unavailable'])
    expect((await asAdmin('GET', '/api/admin/users')).body).toHaveLength(3)
    expect((await visitor.exchange(flow, code)).body.user.username).toBe('ellen77')
    plexTv.faults.next('POST /api/v2/pins', status(503))
    expect(refusal(await visitor.begin())).toEqual([503, 'unavailable'])
  })

  it('has to begin again when the pin or the token is gone', async () => {
    const { app, approve, cloud } = await buildInviteSignIn()
    const visitor = createVisitor(app)
    const first = (await visitor.begin()).body
    cloud.pins.clear()
    expect(refusal(await visitor.check(first.flow))).toEqual(INVALID)
    const second = (await visitor.begin()).body
    approve(second.url, 'ellen77')
    cloud.devices.splice(0)
    expect(refusal(await visitor.check(second.flow))).toEqual(INVALID)
    app.clock.advance(3000)
    expect(refusal(await visitor.check(second.flow))).toEqual(INVALID)
  })

  it('gives up on a slow server after four seconds', async () => {
    const { app, plexTv, prove } = await buildInviteSignIn({ auto_create: true })
    const { visitor, flow, code } = await prove('ellen77')
    const accepted = 'GET /api/v2/shared_servers/owned/accepted'
    plexTv.faults.always(accepted, hang())
    const waiting = visitor.exchange(flow, code)
    await expect.poll(() => plexTv.journal.requests(accepted)).toHaveLength(1)
    app.clock.advance(4000)
    expect(refusal(await waiting)).toEqual([503, 'unavailable'])
  })
})

describe('single sign-on only (1/4.1)', () => {
  it('lets admins in and refuses others, who are not created either', async () => {
    const { signIn, link, asAdmin } = await buildInviteSignIn({
      auto_create: true,
      overrides: { ssoRequired: async (_db, user) => user.role !== 'admin' },
    })
    expect(refusal(await signIn('ellen77'))).toEqual([403, 'sso_required'])
    expect((await asAdmin('GET', '/api/admin/users')).body).toHaveLength(3)
    expect((await link(asAdmin, 'marlow')).body).toEqual({ status: 'linked' })
    expect((await signIn('marlow')).body.user).toMatchObject({ username: 'ana', role: 'admin' })
  })
})

describe('tool clients (2:4.5)', () => {
  it('must be registered, and send a whole request', async () => {
    const { app, asAdmin } = await buildInviteSignIn()
    const { challenge } = createVisitor(app)
    const oauth = {
      client_id: 'c',
      redirect_uri: 'https://tool.example.org/',
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    const begin = (body: unknown) => callAs(app)('POST', `${INVITE_SIGN_IN}/mcp/begin`, body)
    const form = { client: 'mcp', challenge, oauth }
    expect(refusal(await begin(form))).toEqual([400, 'invalid_request'])
    expect(refusal(await begin({ ...form, client: 'web' }))).toEqual([400, 'validation'])
    expect(refusal(await begin({ ...form, oauth: { ...oauth, client_id: 7 } }))).toEqual([400, 'validation'])
    expectOk(await asAdmin('PUT', INVITE_AUTH, { enabled: false }))
    expect(refusal(await begin(form))).toEqual(DISABLED)
  })
})
