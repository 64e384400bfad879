import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, startOn } from '#test/app.ts'
import { ENGINES } from '#test/engines.ts'

describe.each(ENGINES)('sign-in on %s', engine => {
  it('1:4.1 creates the first admin once, signed in', async () => {
    const app = await startOn(engine)
    expect((await app.call('GET', '/api/auth/status')).body).toMatchObject({
      setup_complete: false,
      needs_setup: true,
    })
    const first = await app.call('POST', '/api/auth/setup', {
      body: { username: ' ana ', password: PASSWORD, device_name: 'Laptop', hardware_id: 'b1f0' },
    })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(first.body.user).toEqual({
      id: 1,
      username: 'ana',
      role: 'admin',
      permissions: expect.arrayContaining(['admin:*', 'users:manage']),
      password_enabled: true,
      passkey_enabled: true,
      has_password: true,
      sso_linked: false,
      invite_linked: false,
      ai_shared_enabled: true,
      invite_email: '',
      created_at: '2026-11-15T09:00:00.000Z',
      child: false,
    })
    const me = await app.call('GET', '/api/auth/me', { token: first.body.access_token })
    expect(me.body).toEqual({ ...first.body.user, device_id: first.body.device_id })
    const again = await app.call('POST', '/api/auth/setup', { body: { username: 'eve', password: PASSWORD } })
    expect([again.status, again.body.code]).toEqual([409, 'setup_complete'])
  })

  it('lets exactly one of twenty first admins be first', async () => {
    const app = await startOn(engine)
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        app.call('POST', '/api/auth/setup', {
          body: { username: `admin${i}`, password: PASSWORD },
          from: `198.51.100.${i}`,
        }),
      ),
    )
    expect(tries.map(answer => answer.status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ])
  })

  it('answers one body for unknown user and wrong password, and compares names without case (C28)', async () => {
    const app = await startOn(engine)
    await app.setUp('Ana')
    const wrong = await app.call('POST', '/api/auth/login', {
      body: { username: 'ana', password: 'not right' },
    })
    const unknown = await app.call('POST', '/api/auth/login', {
      body: { username: 'bob', password: 'not right' },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.body.code).toBe('invalid_credentials')
    expect(unknown.raw.equals(wrong.raw)).toBe(true)
    const right = await app.call('POST', '/api/auth/login', { body: { username: 'ANA', password: PASSWORD } })
    expect([right.status, right.body.user.username]).toEqual([200, 'Ana'])
  })

  it('keeps the refresh token, and answers 401 only when it was really revoked (1:5.3)', async () => {
    const app = await startOn(engine)
    const session = await app.setUp()
    app.clock.advance(3_600_000)
    const expired = await app.call('GET', '/api/auth/me', { token: session.access_token })
    expect([expired.status, expired.body.code]).toEqual([401, 'unauthorized'])
    expect(expired.headers['www-authenticate']).toBe('Bearer')
    const refreshed = await app.call('POST', '/api/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    })
    expect(refreshed.status).toBe(200)
    expect(refreshed.body).toMatchObject({
      refresh_token: session.refresh_token,
      device_id: session.device_id,
    })
    const token = refreshed.body.access_token
    expect((await app.call('POST', '/api/auth/logout', { token })).body).toEqual({ status: 'ok' })
    const after = await app.call('GET', '/api/auth/me', { token })
    expect([after.status, after.body.code]).toEqual([401, 'session_revoked'])
    const dead = await app.call('POST', '/api/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    })
    expect([dead.status, dead.body.code]).toEqual([401, 'session_revoked'])
  })

  it('reuses the device of the same user and hardware, and its former refresh token dies (1/4.1)', async () => {
    const app = await startOn(engine)
    await app.setUp()
    const body = { username: 'ana', password: PASSWORD, hardware_id: 'phone' }
    const first = await app.call('POST', '/api/auth/login', { body })
    const second = await app.call('POST', '/api/auth/login', { body })
    expect(second.body.device_id).toBe(first.body.device_id)
    const old = await app.call('POST', '/api/auth/refresh', {
      body: { refresh_token: first.body.refresh_token },
    })
    expect(old.status).toBe(401)
  })
})

describe('sign-in', () => {
  it('refuses names and passwords that cannot be (1/4.1, R5)', async () => {
    const app = await startApp()
    const cases = [
      [{ username: '  ', password: PASSWORD }, 'invalid_username'],
      [{ username: 'ana', password: 'short' }, 'weak_password'],
      [{ username: 'ana', password: 'Password' }, 'weak_password'],
      [{ username: 'ana' }, 'validation'],
      [{ username: 7, password: PASSWORD }, 'validation'],
    ] as const
    for (const [body, code] of cases) {
      const answer = await app.call('POST', '/api/auth/setup', { body })
      expect([answer.status, answer.body.code]).toEqual([400, code])
    }
    expect((await app.call('GET', '/api/auth/status')).body.needs_setup).toBe(true)
  })

  it('sets the image cookie that opens nothing but images (R14)', async () => {
    const app = await startApp()
    const answer = await app.call('POST', '/api/auth/setup', {
      body: { username: 'ana', password: PASSWORD },
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^foyer_images=[^;]+; HttpOnly; SameSite=Strict; Path=\/api; Max-Age=\d+$/)
    const value = /foyer_images=([^;]+)/.exec(cookie)?.[1] ?? ''
    expect((await app.call('GET', '/api/auth/me', { token: value })).status).toBe(401)
    expect((await app.call('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(401)

    // Not even after it was seen to be good: what is remembered of one kind of token says nothing of another.
    const image = (headers: Record<string, string>) =>
      app.call('GET', '/api/discover/books/images/nothing-there.jpg', { headers })
    expect((await image({ cookie })).status).not.toBe(401)
    expect((await app.call('GET', '/api/auth/me', { token: value })).status).toBe(401)
    const { access_token } = answer.body
    expect((await app.call('GET', '/api/auth/me', { token: access_token })).status).toBe(200)
    expect((await image({ cookie: `foyer_images=${access_token}` })).status).toBe(401)
  })
})

describe('rate limits of sign-in (0.5)', () => {
  it('gives ten sign-in attempts a minute to one address, then says when a slot frees', async () => {
    const app = await startApp()
    await app.setUp()
    const attempt = (from = '203.0.113.9') =>
      app.call('POST', '/api/auth/login', { body: { username: 'ana', password: 'wrong' }, from })
    for (let i = 0; i < 10; i += 1) expect((await attempt()).status).toBe(401)
    app.clock.advance(19_000)
    const limited = await attempt()
    expect([limited.status, limited.body.code, limited.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '41',
    ])
    expect((await attempt('203.0.113.10')).status).toBe(401)
    app.clock.advance(41_000)
    expect((await attempt()).status).toBe(401)
  })

  it('counts an IPv6 household by its /64 and mapped IPv4 as IPv4', async () => {
    const app = await startApp()
    const attempt = (from: string) =>
      app.call('POST', '/api/auth/login', { body: { username: 'x', password: 'y' }, from })
    for (let i = 0; i < 10; i += 1) await attempt(`2001:db8:1:2::${i + 1}`)
    expect((await attempt('2001:db8:1:2:aaaa::1')).status).toBe(429)
    expect((await attempt('2001:db8:1:3::1')).status).toBe(401)
    for (let i = 0; i < 10; i += 1) await attempt('::ffff:203.0.113.20')
    expect((await attempt('203.0.113.20')).status).toBe(429)
  })

  it('never limits a valid refresh by the sign-in bucket, and charges guesses to it (R3)', async () => {
    const app = await startApp()
    const session = await app.setUp()
    const guess = () => app.call('POST', '/api/auth/refresh', { body: { refresh_token: 'r_guess' } })
    const statuses = []
    // Setting up took one slot of the ten.
    for (let i = 0; i < 10; i += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array<number>(9).fill(401), 429])
    const valid = await app.call('POST', '/api/auth/refresh', {
      body: { refresh_token: session.refresh_token },
    })
    expect(valid.status).toBe(200)
  })
})
