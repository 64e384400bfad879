import { describe, expect, it } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const UNKNOWN = 4711

describe.each(ENGINES)('user administration on %s (1:4.12)', engine => {
  it('lists everybody with what is known of them, and no limits', async () => {
    const { app, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'Bob')
    await asAdmin('PUT', `/api/admin/users/${bob.user.id}/content-policy`, {
      max_movie_rating: 'PG',
      max_tv_rating: 'TV-PG',
    })
    await asAdmin('POST', '/api/admin/connect-token', { name: 'eve' })
    const { status, body } = await asAdmin('GET', '/api/admin/users')
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { username: 'ana', role: 'admin', child: false, device_count: 1, has_pending_invite: false },
      { username: 'Bob', role: 'user', child: true, device_count: 1, has_pending_invite: false },
      { username: 'eve', role: 'user', child: false, device_count: 0, has_pending_invite: true },
    ])
    expect(body[1]).toEqual({
      id: bob.user.id,
      username: 'Bob',
      role: 'user',
      permissions: [
        'ai:chat',
        'library:browse',
        'mcp:access',
        'media:discover',
        'media:download',
        'media:request',
      ],
      password_enabled: false,
      passkey_enabled: false,
      has_password: false,
      sso_linked: false,
      invite_linked: false,
      ai_shared_enabled: false,
      invite_email: '',
      created_at: '2026-11-15T09:00:00.000Z',
      child: true,
      device_count: 1,
      passkey_count: 0,
      has_pending_invite: false,
    })
  })

  it('makes no admin of a kids account, and keeps the last admin', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    const policy = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
    await asAdmin('PUT', `/api/admin/users/${bob.user.id}/content-policy`, policy)
    const promote = () => asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'admin' })
    expect(refusal(await promote())).toEqual([409, 'kids_account'])
    await asAdmin('DELETE', `/api/admin/users/${bob.user.id}/content-policy`)
    const demote = () => asAdmin('PATCH', `/api/admin/users/${admin.user.id}`, { role: 'user' })
    expect(refusal(await demote())).toEqual([409, 'last_admin'])
    expect(refusal(await asAdmin('DELETE', `/api/admin/users/${admin.user.id}`))).toEqual([409, 'last_admin'])
    expect((await promote()).status).toBe(200)
    expect((await demote()).status).toBe(200)
  })

  it('renames somebody, who keeps everything and signs in with the new name', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    const rename = (username: unknown) => asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { username })
    expect((await rename('  Roberta ')).body).toMatchObject({ id: bob.user.id, username: 'Roberta' })
    expect((await rename('roberta')).body).toMatchObject({ username: 'roberta' })
    expect(refusal(await rename('ANA'))).toEqual([409, 'username_taken'])
    expect(refusal(await rename(' '))).toEqual([400, 'invalid_username'])
    expect(refusal(await rename(7))).toEqual([400, 'validation'])
    expect(refusal(await asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, {}))).toEqual([
      400,
      'validation',
    ])
    expect((await callAs(app, bob.access_token)('GET', '/api/auth/me')).body).toMatchObject({
      id: bob.user.id,
      username: 'roberta',
    })
    await asAdmin('PATCH', `/api/admin/users/${admin.user.id}`, { username: 'anna' })
    const signIn = (username: string) =>
      asAdmin('POST', '/api/auth/login', { username, password: PASSWORD, device_name: 'x' })
    expect((await signIn('ana')).status).toBe(401)
    expect((await signIn('Anna')).status).toBe(200)
  })

  it('leaves one admin when two demote each other at once', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'admin' })
    const asBob = callAs(app, bob.access_token)
    const answers = await Promise.all([
      asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'user' }),
      asBob('PATCH', `/api/admin/users/${admin.user.id}`, { role: 'user' }),
    ])
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    const admins = await app.database.read
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute()
    expect(admins).toHaveLength(1)
  })

  it('leaves one admin when a demotion and a deletion meet', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'admin' })
    const asBob = callAs(app, bob.access_token)
    await Promise.all([
      asAdmin('DELETE', `/api/admin/users/${bob.user.id}`),
      asBob('PATCH', `/api/admin/users/${admin.user.id}`, { role: 'user' }),
    ])
    const admins = await app.database.read
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute()
    expect(admins).toHaveLength(1)
  })

  it('keeps the only admin able to sign in able to sign in', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const disable = () =>
      asAdmin('PATCH', `/api/admin/users/${admin.user.id}/auth-methods`, { password_enabled: false })
    expect(refusal(await disable())).toEqual([409, 'last_method'])
    const bob = await addUser(app, asAdmin, 'bob')
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'admin' })
    // Bob is an admin, but nothing signs him in once his device is gone.
    expect(refusal(await disable())).toEqual([409, 'last_method'])
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}/auth-methods`, { password_enabled: true })
    expect(refusal(await disable())).toEqual([409, 'last_method'])
    await callAs(app, bob.access_token)('POST', '/api/auth/password', { password: PASSWORD })
    expect((await disable()).status).toBe(200)
  })

  it('leaves an admin able to sign in when two take it from each other at once', async () => {
    const { app, admin, asAdmin } = await buildWorld({ engine })
    const bob = await addUser(app, asAdmin, 'bob')
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}`, { role: 'admin' })
    await asAdmin('PATCH', `/api/admin/users/${bob.user.id}/auth-methods`, { password_enabled: true })
    await callAs(app, bob.access_token)('POST', '/api/auth/password', { password: PASSWORD })
    const answers = await Promise.all(
      [admin.user.id, bob.user.id].map(id =>
        asAdmin('PATCH', `/api/admin/users/${id}/auth-methods`, { password_enabled: false }),
      ),
    )
    expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  describe('of one user among others', () => {
    const world = shareAmongTests(() => buildWorld({ engine }))

    it('changes a role for the next request, without signing out (1/4.1)', async () => {
      const { app, asAdmin } = world()
      const bea = await addUser(app, asAdmin, 'bea')
      const asBea = callAs(app, bea.access_token)
      expect((await asBea('GET', '/api/admin/users')).status).toBe(403)
      const promoted = await asAdmin('PATCH', `/api/admin/users/${bea.user.id}`, { role: 'admin' })
      expect([promoted.status, promoted.body.role]).toEqual([200, 'admin'])
      expect((await asBea('GET', '/api/admin/users')).status).toBe(200)
      await asAdmin('PATCH', `/api/admin/users/${bea.user.id}`, { role: 'user' })
      expect((await asBea('GET', '/api/admin/users')).status).toBe(403)
      expect((await asBea('GET', '/api/auth/me')).body.role).toBe('user')
    })

    it('never lets a policy and a promotion both win', async () => {
      const { app, asAdmin } = world()
      const cid = await addUser(app, asAdmin, 'cid')
      const policy = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
      const answers = await Promise.all([
        asAdmin('PATCH', `/api/admin/users/${cid.user.id}`, { role: 'admin' }),
        asAdmin('PUT', `/api/admin/users/${cid.user.id}/content-policy`, policy),
      ])
      expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
    })

    it('erases the password hash when the method is turned off, for good', async () => {
      const { app, asAdmin } = world()
      const dan = await addUser(app, asAdmin, 'dan')
      const asDan = callAs(app, dan.access_token)
      const methods = (body: object) => asAdmin('PATCH', `/api/admin/users/${dan.user.id}/auth-methods`, body)
      expect((await methods({ password_enabled: true })).body).toMatchObject({
        password_enabled: true,
        passkey_enabled: false,
        has_password: false,
      })
      expect((await asDan('POST', '/api/auth/password', { password: PASSWORD })).body).toEqual({
        status: 'ok',
      })
      const logIn = () => callAs(app)('POST', '/api/auth/login', { username: 'dan', password: PASSWORD })
      expect((await logIn()).status).toBe(200)
      expect((await methods({ password_enabled: false })).body).toMatchObject({
        password_enabled: false,
        has_password: false,
      })
      expect(refusal(await logIn())).toEqual([401, 'invalid_credentials'])
      await methods({ password_enabled: true })
      expect(refusal(await logIn())).toEqual([401, 'invalid_credentials'])
    })

    it('deletes a user with everything that is theirs, and ends their sessions', async () => {
      const { app, asAdmin } = world()
      const eve = await addUser(app, asAdmin, 'eve')
      const { id } = eve.user
      const policy = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' }
      await asAdmin('PUT', `/api/admin/users/${id}/content-policy`, policy)
      await asAdmin('POST', '/api/admin/connect-token', { user_id: id })
      expect((await asAdmin('DELETE', `/api/admin/users/${id}`)).body).toEqual({ status: 'deleted' })
      const asEve = callAs(app, eve.access_token)
      expect(refusal(await asEve('GET', '/api/auth/me'))).toEqual([401, 'session_revoked'])
      const refreshed = await callAs(app)('POST', '/api/auth/refresh', { refresh_token: eve.refresh_token })
      expect(refusal(refreshed)).toEqual([401, 'session_revoked'])
      for (const table of ['devices', 'connect_tokens', 'content_policies', 'passkeys'] as const) {
        const rows = await app.database.read.selectFrom(table).select('user_id').execute()
        expect([table, rows.filter(row => row.user_id === id)]).toEqual([table, []])
      }
      const left: { id: number }[] = (await asAdmin('GET', '/api/admin/users')).body
      expect(left.map(one => one.id)).not.toContain(id)
      expect(refusal(await asAdmin('DELETE', `/api/admin/users/${id}`))).toEqual([404, 'not_found'])
      // The name is free again, and whoever takes it is somebody else.
      expect((await addUser(app, asAdmin, 'eve')).user.id).not.toBe(id)
    })

    it('gives and takes the included AI', async () => {
      const { app, asAdmin } = world()
      const fay = await addUser(app, asAdmin, 'fay')
      const put = (shared_ai_enabled: unknown) =>
        asAdmin('PUT', `/api/admin/users/${fay.user.id}/ai-access`, { shared_ai_enabled })
      expect((await put(true)).body.ai_shared_enabled).toBe(true)
      expect((await put(false)).body.ai_shared_enabled).toBe(false)
      expect(refusal(await put('yes'))).toEqual([400, 'validation'])
    })
  })
})

describe('refusals of user administration (0.3, 1:4.12)', () => {
  it('says 404 of an unknown user and 400 of an id that is none', async () => {
    const { asAdmin } = await buildWorld()
    const calls: [string, string, unknown?][] = [
      ['PATCH', '', { role: 'user' }],
      ['PATCH', '/auth-methods', {}],
      ['PUT', '/ai-access', { shared_ai_enabled: true }],
      ['DELETE', ''],
      ['POST', '/test-push'],
    ]
    for (const [method, rest, body] of calls) {
      const answer = await asAdmin(method, `/api/admin/users/${UNKNOWN}${rest}`, body)
      expect([method, rest, ...refusal(answer)]).toEqual([method, rest, 404, 'not_found'])
      const malformed = await asAdmin(method, `/api/admin/users/x1${rest}`, body)
      expect([method, rest, ...refusal(malformed)]).toEqual([method, rest, 400, 'validation'])
    }
    const owner = await asAdmin('PATCH', '/api/admin/users/1', { role: 'owner' })
    expect(refusal(owner)).toEqual([400, 'validation'])
  })

  it('says 404 of an id that no column can hold, on PostgreSQL too', async () => {
    const { asAdmin } = await buildWorld({ engine: 'postgres' })
    const huge = 9_999_999_999
    const user = `/api/admin/users/${huge}`
    const answers = await Promise.all([
      asAdmin('PATCH', user, { role: 'user' }),
      asAdmin('DELETE', user),
      asAdmin('GET', `${user}/content-policy`),
      asAdmin('PUT', `${user}/instance-grants`, {}),
      asAdmin('POST', '/api/admin/connect-token', { user_id: huge }),
    ])
    expect(answers.map(refusal)).toEqual(answers.map(() => [404, 'not_found']))
  })

  it('clears the limits of a number that nobody has, on PostgreSQL too (1/4.12)', async () => {
    const { asAdmin } = await buildWorld({ engine: 'postgres' })
    for (const id of [4711, 9_999_999_999]) {
      const { status, body } = await asAdmin('DELETE', `/api/admin/users/${id}/content-policy`)
      expect([status, body]).toEqual([200, { status: 'cleared' }])
    }
  })

  it('says of a test alert that no gateway is configured (1/4.14)', async () => {
    const { admin, asAdmin } = await buildWorld()
    const answer = await asAdmin('POST', `/api/admin/users/${admin.user.id}/test-push`)
    expect(refusal(answer)).toEqual([503, 'push_not_configured'])
  })
})
