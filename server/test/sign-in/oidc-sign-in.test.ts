import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { oidcSettings } from '#features/signin-oidc/oidc-settings.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { afterTest, ENGINES } from '#test/engines.ts'
import {
  begin,
  callbackPath,
  denialOf,
  exchange,
  EXTERNAL_URL,
  goThrough,
  logOutByProvider,
  newProof,
  openBrowser,
  saveOidc,
  signIn,
  startWithOidc,
} from '#test/oidc.ts'

type OidcWorld = Awaited<ReturnType<typeof startWithOidc>>

const me = async ({ app }: OidcWorld, token: string) =>
  expectOk(await callAs(app, token)('GET', '/api/auth/me'))

async function invite({ asAdmin }: OidcWorld, name: string): Promise<{ token: string; user_id: number }> {
  const { link, user_id } = expectOk(await asAdmin('POST', '/api/admin/connect-token', { name }))
  return { token: new URL(link).searchParams.get('token') ?? '', user_id }
}

async function usernames({ asAdmin }: OidcWorld): Promise<string[]> {
  const users = expectOk(await asAdmin('GET', '/api/admin/users'))
  return users.map((user: { username: string }) => user.username)
}

/** The code of a finished sign-in of this kind. */
async function codeOf(world: OidcWorld, flow: Awaited<ReturnType<typeof begin>>, login = 'ada') {
  return (await goThrough(world, flow, login)).searchParams.get('code') ?? ''
}

describe.each(ENGINES)('OpenID Connect on %s', engine => {
  it('signs a new person in, and the same person again (2/4.4)', async () => {
    const world = await startWithOidc({ engine })
    const first = expectOk(await signIn(world))
    expect(first).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(first.user).toMatchObject({ username: 'ada', role: 'user', sso_linked: true })
    expect(first.user).toMatchObject({ password_enabled: false, passkey_enabled: false, has_password: false })
    const again = expectOk(await signIn(world))
    expect(again.user.id).toBe(first.user.id)
    expect(await me(world, again.access_token)).toMatchObject({ id: first.user.id, sso_linked: true })
  })

  it('enters the invited account, wins over auto_create, and is used up by success alone (C43)', async () => {
    const world = await startWithOidc({ engine, saved: { allowed_groups: ['family'] } })
    const { token, user_id } = await invite(world, 'grandma')
    const body = { client: 'web', invitation: token }
    expect(await denialOf(world, 'bert', body)).toBe('group_required')
    expect(expectOk(await signIn(world, 'ada', body)).user).toMatchObject({
      id: user_id,
      username: 'grandma',
    })
    const { challenge } = newProof()
    const used = await world.asAnybody('POST', '/api/auth/oidc/begin', { ...body, challenge })
    expect(refusal(used)).toEqual([400, 'invalid_connect_token'])
    expect(await usernames(world)).not.toContain('ada')
  })

  it('ends the sessions that the provider ends, and no others (C63)', async () => {
    const world = await startWithOidc({ engine })
    const { app, provider } = world
    const first = expectOk(await signIn(world))
    const first_logout = provider.logoutToken('ada')
    const second = expectOk(await signIn(world))
    const other = expectOk(await signIn(world, 'bert'))
    const send = (logout_token: string) => logOutByProvider(app, { logout_token })
    const alive = async (token: string) => (await callAs(app, token)('GET', '/api/auth/me')).status
    const done = await send(first_logout)
    expect([done.status, done.raw.length, done.headers['cache-control']]).toEqual([200, 0, 'no-store'])
    expect([await alive(first.access_token), await alive(second.access_token)]).toEqual([401, 200])
    // A session that is not known here: everything of that account.
    expect(
      (await send(provider.logoutToken('ada', ({ claims }) => (claims['sid'] = 'unknown')))).status,
    ).toBe(200)
    expect([await alive(second.access_token), await alive(other.access_token)]).toEqual([401, 200])
    expect(await alive(world.admin.access_token)).toBe(200)
    expect(refusal(await send(first_logout))).toEqual([400, 'invalid_request'])
  })
})

describe('OpenID Connect', () => {
  it('links an identity to the account that asked, twice without harm', async () => {
    const world = await startWithOidc({ saved: { auto_create: false } })
    for (let round = 0; round < 2; round += 1) {
      const flow = await begin(world.asAdmin, {}, '/api/auth/oidc/link')
      const answer = await exchange(world.asAnybody, flow, await codeOf(world, flow))
      expect(answer.body).toEqual({ status: 'linked' })
    }
    expect(expectOk(await signIn(world)).user.id).toBe(world.admin.user.id)
  })

  it('tests the whole sign-in, writes no account and remembers what was tested (2/4.4)', async () => {
    const world = await startWithOidc({ saved: { enabled: false } })
    const before = await usernames(world)
    const flow = await begin(world.asAdmin, {}, '/api/admin/oidc/test')
    const { body } = await exchange(world.asAnybody, flow, await codeOf(world, flow))
    expect(body.status).toBe('tested')
    expect(body.message).toContain('preferred_username: ada')
    expect(body.message).toContain('groups: family, films')
    expect(await usernames(world)).toEqual(before)
    const { app } = world
    expect((await app.settings.read(app.database.read, oidcSettings)).tested_with).not.toBe('')
    expect(JSON.stringify(body)).not.toContain(world.provider.client_secret)
  })

  it('lets no handoff outlive its minute, and no attempt its ten (2:4.4)', async () => {
    const world = await startWithOidc()
    const flow = await begin(world.asAnybody)
    const code = await codeOf(world, flow)
    world.app.clock.advance(61_000)
    expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual([400, 'invalid_flow'])
    const late = await begin(world.asAnybody)
    world.app.clock.advance(10 * 60_000 + 1)
    expect((await openBrowser(world.app).open(late.start_url)).status).toBe(400)
  })
})

describe('the browser', () => {
  it('goes to the provider with everything that proves the sign-in later', async () => {
    const world = await startWithOidc({ saved: { additional_scopes: ['groups'] } })
    const flow = await begin(world.asAnybody)
    expect(flow.start_url).toBe(`/api/auth/oidc/start?flow=${flow.flow}`)
    const answer = await openBrowser(world.app).open(flow.start_url)
    expect(answer.status).toBe(302)
    const { origin, pathname, searchParams } = new URL(answer.location)
    expect(origin + pathname).toBe(`${world.provider.url}/authorize`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'foyer',
      scope: 'openid profile email groups',
      redirect_uri: `${EXTERNAL_URL}/api/auth/oidc/callback`,
      code_challenge_method: 'S256',
    })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^foyer_oidc_[0-9a-f]{16}=[\w-]+; HttpOnly; SameSite=Lax; Path=\/api\/auth\/oidc; Max-Age=600$/,
    )
  })

  it('respects the base path, https and the mobile app', async () => {
    const env = { APP_BASE_PATH: '/tv', APP_TRUSTED_PROXIES: '10.7.0.1' }
    const world = await startWithOidc({ env })
    const { app, provider, asAnybody } = world
    const flow = await begin(asAnybody, { client: 'mobile' })
    const headers = { 'x-forwarded-proto': 'https' }
    const started = await app.call('GET', flow.start_url, { from: '10.7.0.1', headers })
    const cookie = String(started.headers['set-cookie'])
    expect(cookie).toContain('; Path=/tv/api/auth/oidc; ')
    expect(cookie).toMatch(/; Secure$/)
    const back = callbackPath(provider.approve(String(started.headers.location), 'ada'), `${EXTERNAL_URL}/tv`)
    const [pair = ''] = cookie.split(';')
    const { headers: returned } = await app.call('GET', back, { headers: { cookie: pair } })
    expect(returned.location).toMatch(/^foyer:\/\/oidc\/return\?code=o_[\w-]+&flow=f_[\w-]+$/)
    const web = await begin(asAnybody)
    const browser = openBrowser(app)
    const { location } = await browser.open(web.start_url)
    const target = await browser.open(callbackPath(provider.approve(location, 'ada'), `${EXTERNAL_URL}/tv`))
    expect(target.location).toMatch(/^\/tv\/oidc\/return\?code=o_[\w-]+&flow=f_[\w-]+$/)
  })

  it('comes back with a reason when the person cancels or the provider fails', async () => {
    const world = await startWithOidc()
    const { app, provider, asAnybody } = world
    const browser = openBrowser(app)
    const flow = await begin(asAnybody)
    const { location } = await browser.open(flow.start_url)
    const { location: target } = await browser.open(callbackPath(provider.cancel(location)))
    expect(target).toBe(`/oidc/return?error=provider_failed&flow=${flow.flow}`)
    const { status } = await import('@foyer/simulators')
    provider.faults.always('POST /token', status(500))
    expect(await denialOf(world)).toBe('provider_failed')
    provider.faults.clear()
    expectOk(await signIn(world))
  })

  it('learns at the start that the provider is away, and the next start tries again', async () => {
    const world = await startWithOidc()
    const { status } = await import('@foyer/simulators')
    world.provider.faults.always('GET /.well-known/openid-configuration', status(503))
    const flow = await begin(world.asAnybody)
    const { location } = await openBrowser(world.app).open(flow.start_url)
    expect(location).toBe(`/oidc/return?error=provider_failed&flow=${flow.flow}`)
    world.provider.faults.clear()
    expectOk(await signIn(world))
  })
})

describe('accounts', () => {
  it('number a name that is taken, and take the next best name (C43)', async () => {
    const world = await startWithOidc()
    for (const [login, name] of Object.entries({ one: 'Ana', two: 'ana' }))
      world.provider.addUser({ login, sub: login, preferred_username: name })
    world.provider.addUser({ login: 'three', sub: 'three', name: 'Three Trees' })
    world.provider.addUser({ login: 'four', sub: 'four', email: 'four@example.org' })
    const names = []
    for (const login of ['one', 'two', 'three', 'four'])
      names.push(expectOk(await signIn(world, login)).user.username)
    expect(names).toEqual(['Ana-2', 'ana-3', 'Three Trees', 'four'])
  })

  it('are not made unless an admin wants it', async () => {
    const world = await startWithOidc({ saved: { auto_create: false } })
    expect(await denialOf(world)).toBe('account_not_linked')
    expect(await usernames(world)).toEqual(['ana'])
  })

  it('refuse an identity of somebody else, by link and by invitation', async () => {
    const world = await startWithOidc()
    expectOk(await signIn(world))
    const flow = await begin(world.asAdmin, {}, '/api/auth/oidc/link')
    expect((await goThrough(world, flow)).searchParams.get('error')).toBe('identity_conflict')
    const { token } = await invite(world, 'grandma')
    expect(await denialOf(world, 'ada', { client: 'web', invitation: token })).toBe('identity_conflict')
  })

  it('are refused when the answer changes between callback and exchange', async () => {
    const world = await startWithOidc()
    const flow = await begin(world.asAnybody)
    const code = await codeOf(world, flow)
    await saveOidc(world.app, world.provider, { auto_create: false })
    expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual([403, 'account_not_linked'])
    await saveOidc(world.app, world.provider, { enabled: false })
    expect(refusal(await exchange(world.asAnybody, flow, code))).toEqual([403, 'sso_disabled'])
  })

  it('are not linked for a session that has ended', async () => {
    const world = await startWithOidc()
    const { asAdmin, asAnybody } = world
    const flow = await begin(asAdmin, {}, '/api/auth/oidc/link')
    const code = await codeOf(world, flow)
    expectOk(await asAdmin('POST', '/api/auth/logout'))
    expect(refusal(await exchange(asAnybody, flow, code))).toEqual([400, 'invalid_flow'])
  })
})

describe('claims', () => {
  it('are completed by UserInfo and never replaced by it', async () => {
    const world = await startWithOidc({ saved: { allowed_groups: ['family'] } })
    world.provider.script = { claims_at_user_info: true }
    expect(expectOk(await signIn(world)).user.username).toBe('ada')
    world.provider.script = {
      id_token: ({ claims }) => void delete claims['email'],
      user_info: claims => Object.assign(claims, { groups: ['guests'], preferred_username: 'other' }),
    }
    expect(expectOk(await signIn(world)).user.username).toBe('ada')
  })

  it('may be enough without UserInfo', async () => {
    const world = await startWithOidc()
    world.provider.script = { description: found => delete found['userinfo_endpoint'] }
    expect(expectOk(await signIn(world)).user.username).toBe('ada')
    expect(world.provider.journal.requests('GET /userinfo')).toEqual([])
  })

  it('are unknown, not absent, while UserInfo fails', async () => {
    const world = await startWithOidc({ saved: { allowed_groups: ['family'] } })
    const { status } = await import('@foyer/simulators')
    world.provider.script = { claims_at_user_info: true }
    world.provider.faults.always('GET /userinfo', status(500))
    expect(await denialOf(world)).toBe('provider_failed')
  })
})

describe('methods that are not available', () => {
  it('refuse every begin while single sign-on is off', async () => {
    const world = await startWithOidc({ saved: { enabled: false } })
    const { challenge } = newProof()
    const off = [403, 'sso_disabled']
    const begin_body = { client: 'web', challenge }
    expect(refusal(await world.asAnybody('POST', '/api/auth/oidc/begin', begin_body))).toEqual(off)
    expect(refusal(await world.asAdmin('POST', '/api/auth/oidc/link', { challenge }))).toEqual(off)
    await saveOidc(world.app, world.provider, { issuer: '' })
    expect(refusal(await world.asAnybody('POST', '/api/auth/oidc/begin', begin_body))).toEqual(off)
    expect(refusal(await world.asAdmin('POST', '/api/admin/oidc/test', { challenge }))).toEqual([
      400,
      'oidc_invalid',
    ])
  })

  it('tool clients must be registered', async () => {
    const world = await startWithOidc()
    const oauth = {
      client_id: 'c',
      redirect_uri: 'https://tool.example.org/cb',
      response_type: 'code',
      code_challenge: newProof().challenge,
      code_challenge_method: 'S256',
    }
    const body = { challenge: newProof().challenge, oauth }
    const { asAnybody } = world
    expect(refusal(await asAnybody('POST', '/api/auth/oidc/mcp/begin', body))).toEqual([
      400,
      'invalid_request',
    ])
    expect(refusal(await asAnybody('POST', '/api/auth/oidc/mcp/begin', { ...body, oauth: {} }))).toEqual([
      400,
      'validation',
    ])
  })
})

describe('signing out', () => {
  it('offers the page of the provider to sessions that began there (C63)', async () => {
    const world = await startWithOidc()
    const { app, provider, asAdmin } = world
    const { access_token } = expectOk(await signIn(world))
    const { status, end_session_url } = expectOk(await callAs(app, access_token)('POST', '/api/auth/logout'))
    expect(status).toBe('ok')
    const { origin, pathname, searchParams } = new URL(end_session_url)
    expect(origin + pathname).toBe(`${provider.url}/end-session`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'foyer',
      post_logout_redirect_uri: `${EXTERNAL_URL}/`,
    })
    expect(expectOk(await asAdmin('POST', '/api/auth/logout'))).toEqual({ status: 'ok' })
  })

  it('does not wait for a provider that is away', async () => {
    const world = await startWithOidc()
    const { app, provider } = world
    const { access_token } = expectOk(await signIn(world))
    // The description is no longer kept, and the provider is silent.
    app.clock.advance(11 * 60_000)
    const { hang } = await import('@foyer/simulators')
    provider.faults.always('GET /.well-known/openid-configuration', hang())
    const leaving = callAs(app, access_token)('POST', '/api/auth/logout')
    await expect.poll(() => provider.journal.requests('GET /.well-known/openid-configuration').length).toBe(2)
    app.clock.advance(1_500)
    expect(expectOk(await leaving)).toEqual({ status: 'ok' })
    expect((await callAs(app, access_token)('GET', '/api/auth/me')).status).toBe(401)
    // The call itself ends later, by its own limit.
    app.clock.advance(10_000)
  })
})

it('works with a certified provider, from its sign-in page to its own logout', async () => {
  const world = await startWithOidc({ saved: { additional_scopes: ['groups'], allowed_groups: ['family'] } })
  const { app, asAnybody } = world
  const { startCertifiedOidc } = await import('@foyer/simulators/oidc/certified-oidc')
  const warnings = vi.spyOn(console, 'warn')
  onTestFinished(() => warnings.mockRestore())
  const certified = await startCertifiedOidc()
  afterTest(() => certified.close())
  certified.register({ server_url: EXTERNAL_URL })
  await saveOidc(app, certified)
  // Its clock is the machine's.
  const followMachine = () => app.clock.stepWallClock(Date.now() - app.clock.now().getTime())
  followMachine()
  const flow = await begin(asAnybody)
  const browser = openBrowser(app)
  const { location } = await browser.open(flow.start_url)
  const back = await signInByPage(location, 'ada')
  followMachine()
  const { searchParams } = new URL((await browser.open(callbackPath(back))).location, EXTERNAL_URL)
  const session = expectOk(await exchange(asAnybody, flow, searchParams.get('code') ?? ''))
  expect(session.user).toMatchObject({ username: 'ada', sso_linked: true })
  const { end_session_url } = expectOk(await callAs(app, session.access_token)('POST', '/api/auth/logout'))
  expect(end_session_url).toContain(`${certified.url}/session/end`)
  expect(warnings.mock.calls).toEqual([])
})

/** What a browser does at the provider: opens the page, types a name, follows the redirects. */
async function signInByPage(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, body?: URLSearchParams) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      cookies.set(name, value.join('='))
    }
    return new URL(answer.headers.get('location') ?? url, url).href
  }
  const page = await visit(address)
  const resumed = await visit(page, new URLSearchParams({ login, decision: 'sign_in' }))
  return visit(resumed)
}
