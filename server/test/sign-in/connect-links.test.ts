import { describe, expect, it } from 'vitest'
import { iso } from '#kit/clock.ts'
import type { TestApp } from '#test/app.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser, tokenOf } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

/** Lets every link run out now; seven days of a whole server's timers would take longer than the test may. */
async function endAllLinks(app: TestApp): Promise<void> {
  const expires_at = iso(app.clock.now())
  await app.database.transaction(tx => tx.updateTable('connect_tokens').set({ expires_at }).execute())
}

describe.each(ENGINES)('connect links on %s (1:4.12, R6)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  it('make a user of a new name, who can enter by the link alone', async () => {
    const { app, asAdmin } = world()
    const made = await asAdmin('POST', '/api/admin/connect-token', { name: '  Bob ' })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      link: expect.stringMatching(/^http:\/\/localhost(:80)?\/connect\?token=[\w-]{40,}$/),
      expires_at: '2026-11-22T09:00:00.000Z',
      origin_source: 'app',
      user_id: expect.any(Number),
      username: 'Bob',
      created: true,
    })
    const token = tokenOf(made.body.link)
    const opened = await callAs(app)('POST', '/api/auth/connect', {
      token,
      device_name: 'Phone',
      hardware_id: 'h1',
    })
    expect(opened.status).toBe(200)
    expect(opened.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(opened.body.user).toMatchObject({
      id: made.body.user_id,
      username: 'Bob',
      role: 'user',
      password_enabled: false,
      passkey_enabled: false,
      has_password: false,
      ai_shared_enabled: false,
    })
    expect(String(opened.headers['set-cookie'])).toContain('foyer_images=')
    expect((await callAs(app, opened.body.access_token)('GET', '/api/auth/me')).status).toBe(200)
  })

  it('find an existing user by name without regard to case, or by id (C28)', async () => {
    const { app, asAdmin } = world()
    const ben = await addUser(app, asAdmin, 'Ben')
    const byName = await asAdmin('POST', '/api/admin/connect-token', { name: 'BEN' })
    const byId = await asAdmin('POST', '/api/admin/connect-token', { user_id: ben.user.id })
    for (const { status, body } of [byName, byId]) {
      expect([status, body.user_id, body.username, body.created]).toEqual([201, ben.user.id, 'Ben', false])
    }
  })

  it('open once: twenty redemptions at the same time, one session', async () => {
    const { app, asAdmin } = world()
    const { body } = await asAdmin('POST', '/api/admin/connect-token', { name: 'cid' })
    const redeem = () => callAs(app)('POST', '/api/auth/connect', { token: tokenOf(body.link) })
    const answers = await Promise.all(Array.from({ length: 20 }, redeem))
    const statuses = answers.map(answer => answer.status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(19).fill(400)])
    expect(new Set(answers.filter(answer => answer.status === 400).map(answer => answer.body.code))).toEqual(
      new Set(['invalid_connect_token']),
    )
    const devices = await app.database.read
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', body.user_id)
      .execute()
    expect(devices).toHaveLength(1)
  })

  it('are refused with one answer when unknown, used, superseded or run out', async () => {
    const { app, asAdmin } = world()
    const mint = async () =>
      tokenOf((await asAdmin('POST', '/api/admin/connect-token', { name: 'dan' })).body.link)
    const redeem = (token: string) => callAs(app)('POST', '/api/auth/connect', { token })
    const superseded = await mint()
    const used = await mint()
    expect((await redeem(used)).status).toBe(200)
    const late = await mint()
    await endAllLinks(app)
    const answers = await Promise.all([superseded, used, late, 'c_unknown', '', 'x'.repeat(5000)].map(redeem))
    for (const answer of answers) {
      expect(answer.raw.equals(answers[0]!.raw)).toBe(true)
      expect(refusal(answer)).toEqual([400, 'invalid_connect_token'])
    }
    expect(refusal(await callAs(app)('POST', '/api/auth/connect', {}))).toEqual([400, 'validation'])
  })

  it('show as a pending invite until redeemed or run out (C28)', async () => {
    const { app, asAdmin } = world()
    const pending = async (): Promise<boolean> => {
      const { body } = await asAdmin('GET', '/api/admin/users')
      return body.find((one: { username: string }) => one.username === 'eve').has_pending_invite
    }
    const first = await asAdmin('POST', '/api/admin/connect-token', { name: 'eve' })
    expect(await pending()).toBe(true)
    await callAs(app)('POST', '/api/auth/connect', { token: tokenOf(first.body.link) })
    expect(await pending()).toBe(false)
    await asAdmin('POST', '/api/admin/connect-token', { name: 'eve' })
    expect(await pending()).toBe(true)
    await endAllLinks(app)
    expect(await pending()).toBe(false)
  })

  it('are stored as a hash, never as they are', async () => {
    const { app, asAdmin } = world()
    const { body } = await asAdmin('POST', '/api/admin/connect-token', { name: 'fay' })
    const rows = await app.database.read.selectFrom('connect_tokens').selectAll().execute()
    expect(rows.filter(row => row.user_id === body.user_id)).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(tokenOf(body.link))
  })

  it('make one user of one name when two admins invite at once', async () => {
    const { asAdmin } = world()
    const answers = await Promise.all(
      ['gus', 'Gus', 'GUS'].map(name => asAdmin('POST', '/api/admin/connect-token', { name })),
    )
    expect(answers.map(answer => answer.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(answer => answer.body.user_id)).size).toBe(1)
    expect(answers.filter(answer => answer.body.created)).toHaveLength(1)
  })
})

describe('where a link leads (1:4.12)', () => {
  it('is the external address, else what the app says, else where the request came by', async () => {
    const { asAdmin } = await buildWorld({ env: { APP_BASE_PATH: '/foyer' } })
    const mint = async (body: object) => {
      const { link, origin_source } = (
        await asAdmin('POST', '/api/admin/connect-token', { name: 'bob', ...body })
      ).body
      return [String(link).replace(/\?.*/, ''), origin_source]
    }
    expect(await mint({})).toEqual([
      expect.stringMatching(/^http:\/\/localhost(:80)?\/foyer\/connect$/),
      'app',
    ])
    const server_url = 'http://192.168.1.5:5454/'
    expect(await mint({ server_url })).toEqual(['http://192.168.1.5:5454/foyer/connect', 'app'])
    await asAdmin('PUT', '/api/admin/external-address', { external_url: 'https://media.example.org/foyer/' })
    const outside = ['https://media.example.org/foyer/connect', 'external_address']
    expect(await mint({ server_url })).toEqual(outside)
    expect(await mint({})).toEqual(outside)
  })

  it('is kept as a plain address, and empty clears it', async () => {
    const { asAdmin } = await buildWorld()
    const put = (external_url: unknown) => asAdmin('PUT', '/api/admin/external-address', { external_url })
    expect((await asAdmin('GET', '/api/admin/external-address')).body).toEqual({ external_url: '' })
    const saved = await put(' https://Media.example.org/ ')
    expect([saved.status, saved.body]).toEqual([200, { external_url: 'https://media.example.org' }])
    for (const wrong of [
      'ftp://media.example.org',
      'media.example.org',
      'https://ana:pw@media.example.org',
      'https://media.example.org/?a=1',
      'https://media.example.org/#x',
      '/foyer',
      7,
    ]) {
      expect([wrong, ...refusal(await put(wrong))]).toEqual([wrong, 400, 'validation'])
    }
    const kept = await asAdmin('GET', '/api/admin/external-address')
    expect(kept.body).toEqual({ external_url: 'https://media.example.org' })
    expect((await put('')).body).toEqual({ external_url: '' })
    expect((await asAdmin('GET', '/api/admin/external-address')).body).toEqual({ external_url: '' })
  })

  it('takes exactly one of name and user_id, and a server_url that is an address', async () => {
    const { asAdmin } = await buildWorld()
    const cases: [object, number, string][] = [
      [{}, 400, 'validation'],
      [{ name: 'bob', user_id: 1 }, 400, 'validation'],
      [{ name: ' ' }, 400, 'invalid_username'],
      [{ name: 'x'.repeat(129) }, 400, 'invalid_username'],
      [{ user_id: 4711 }, 404, 'not_found'],
      [{ user_id: 'one' }, 400, 'validation'],
      [{ name: 'bob', server_url: 'javascript:alert(1)' }, 400, 'validation'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await asAdmin('POST', '/api/admin/connect-token', body)
      expect([body, ...refusal(answer)]).toEqual([body, status, code])
    }
    expect((await asAdmin('GET', '/api/admin/users')).body).toHaveLength(1)
  })
})

describe('single sign-on as the only way in (1/4.1)', () => {
  it('lets admins keep their links and passwords, and keeps the links of others unused', async () => {
    const state = { sso_only: false }
    const { app, admin, asAdmin } = await buildWorld({
      overrides: { ssoRequired: async (_db, user) => state.sso_only && user.role !== 'admin' },
    })
    const made = await asAdmin('POST', '/api/admin/connect-token', { name: 'bob' })
    const redeem = () => callAs(app)('POST', '/api/auth/connect', { token: tokenOf(made.body.link) })
    state.sso_only = true
    const sent = await redeem()
    expect([sent.status, sent.body]).toEqual([
      200,
      { sso_required: true, continuation: '/api/auth/oidc/begin' },
    ])
    expect(sent.headers['set-cookie']).toBeUndefined()
    expect((await asAdmin('GET', '/api/admin/users')).body[1]).toMatchObject({
      device_count: 0,
      has_pending_invite: true,
    })
    const own = await asAdmin('POST', '/api/admin/connect-token', { user_id: admin.user.id })
    const entered = await callAs(app)('POST', '/api/auth/connect', { token: tokenOf(own.body.link) })
    expect(entered.body).toHaveProperty('access_token')
    state.sso_only = false
    expect((await redeem()).body).toHaveProperty('access_token')
  })

  it('answers a password with 403 only after it proved right', async () => {
    const { app, asAdmin } = await buildWorld({
      overrides: { ssoRequired: async (_db, user) => user.role !== 'admin' },
    })
    const { body } = await asAdmin('POST', '/api/admin/connect-token', { name: 'bob' })
    await app.database.transaction(async tx => {
      const ana = await tx.selectFrom('users').select('password_hash').where('id', '=', 1).executeTakeFirst()
      await tx
        .updateTable('users')
        .set({ password_enabled: 1, password_hash: ana?.password_hash ?? null })
        .where('id', '=', body.user_id)
        .execute()
    })
    const logIn = (username: string, password: string) =>
      callAs(app)('POST', '/api/auth/login', { username, password })
    expect(refusal(await logIn('bob', 'not right'))).toEqual([401, 'invalid_credentials'])
    expect(refusal(await logIn('bob', 'correct horse'))).toEqual([403, 'sso_required'])
    expect((await logIn('ana', 'correct horse')).status).toBe(200)
    expect((await asAdmin('GET', '/api/admin/users')).body[1].device_count).toBe(0)
  })
})
