import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { PASSWORD, startApp, startOn } from '#test/app.ts'
import { answerWith, createSoftPasskey } from '#test/authenticator.ts'
import { callAs, expectOk } from '#test/calls.ts'
import { ENGINES, freshPostgresUrl, shareAmongTests } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'
import { createTestClock } from '#test/test-clock.ts'
import {
  createTool,
  locationOf,
  newPkce,
  opensTools,
  REDIRECT,
  registerTool,
  sendForm,
  toolDevices,
} from '#test/tool-client.ts'

const ISSUER = 'https://media.example.org/foyer'
const MCP = 'http://localhost/mcp'

const shared = shareAmongTests(async () => {
  const app = await startApp()
  await app.setUp()
  return { app, tool: await registerTool(app), asAnybody: callAs(app) }
})

describe('metadata (2/4.5)', () => {
  const PATHS = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']
  const RESOURCE = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']

  const describing = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['mcp:access'],
  })
  const guarding = (issuer: string, resource_name: string) => ({
    resource: `${issuer}/mcp`,
    resource_name,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['mcp:access'],
  })

  it('follows the request when no issuer is configured, and claims no stable one', async () => {
    const { asAnybody } = shared()
    for (const path of PATHS)
      expect((await asAnybody('GET', path)).body).toEqual(describing('http://localhost'))
    for (const path of RESOURCE)
      expect((await asAnybody('GET', path)).body).toEqual(guarding('http://localhost', 'Foyer'))
  })

  it('names the configured issuer everywhere, whatever the request says, and the base path', async () => {
    const env = { APP_OAUTH_ISSUER: ISSUER, APP_BASE_PATH: '/foyer', APP_SERVER_NAME: 'Casa' }
    const app = await startApp({ env })
    const read = async (path: string) =>
      (await app.call('GET', path, { headers: { host: 'evil.example' } })).body
    for (const path of PATHS)
      expect(await read(path)).toEqual({
        ...describing(ISSUER),
        authorization_response_iss_parameter_supported: true,
      })
    for (const path of RESOURCE) expect(await read(path)).toEqual(guarding(ISSUER, 'Casa'))
  })

  it('includes the base path of a request without a configured issuer', async () => {
    const app = await startApp({ env: { APP_BASE_PATH: '/foyer' } })
    const { issuer } = (await callAs(app)('GET', PATHS[0] ?? '')).body
    expect(issuer).toBe('http://localhost/foyer')
  })
})

describe('registration (2/4.5, RFC 7591)', () => {
  it('echoes what it accepted, with an id', async () => {
    const { app, asAnybody } = shared()
    const given = { client_name: 'Robot', redirect_uris: ['http://127.0.0.1:4711/cb'], logo_uri: 'ignored' }
    const { status, body } = await asAnybody('POST', '/oauth/register', given)
    expect(status).toBe(201)
    expect(body).toEqual({
      client_id: expect.stringMatching(/^client_/),
      client_id_issued_at: Math.floor(app.clock.now().getTime() / 1000),
      client_name: 'Robot',
      redirect_uris: given.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'mcp:access',
      application_type: 'web',
    })
  })

  it('answers the errors of RFC 7591, and for a broken body those of RFC 6749', async () => {
    const { app, asAnybody } = shared()
    const refused = async (body: unknown) => (await asAnybody('POST', '/oauth/register', body)).body
    expect(await refused({ redirect_uris: ['http://tool.example.org/'] })).toEqual({
      error: 'invalid_redirect_uri',
      error_description: expect.any(String),
      code: 'invalid_redirect_uri',
    })
    const secret = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' }
    expect(await refused(secret)).toMatchObject({ error: 'invalid_client_metadata' })
    const broken = await app.call('POST', '/oauth/register', {
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect([broken.status, broken.body]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request', code: 'invalid_request' }),
    ])
  })

  it('shares ten calls a minute with the other POST endpoints (0.5)', async () => {
    const { app } = shared()
    const from = '192.0.2.77'
    for (let n = 0; n < 10; n += 1) await app.call('POST', '/oauth/register', { from, body: {} })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const token = await app.call('POST', '/oauth/token', { from, headers, body: 'grant_type=x' })
    expect([token.status, token.body.code, Number(token.headers['retry-after'])]).toEqual([
      429,
      'rate_limited',
      60,
    ])
    const deny = (accept: string) =>
      app.call('POST', '/oauth/authorize', { from, headers: { ...headers, accept }, body: 'decision=deny' })
    const page = await deny('text/html,*/*')
    expect([page.status, page.headers['retry-after']]).toEqual([429, '60'])
    expect(page.raw.toString()).toContain('Too many attempts')
    const error = await deny('*/*')
    expect([error.status, error.body.code]).toEqual([429, 'rate_limited'])
    expect((await app.call('GET', '/oauth/authorize?client_id=x', { from })).status).toBe(400)
  })
})

describe('clients that nobody uses', () => {
  it('are removed after 90 days, unless somebody granted them something', async () => {
    const app = await startApp()
    await app.setUp()
    const [used, unused] = [await registerTool(app), await registerTool(app)]
    const { refresh_token } = await used.connect('ana')
    app.clock.stepWallClock(91 * DAY_MS)
    await app.jobs.settle()
    const names = await app.database.read.selectFrom('tool_clients').select('id').execute()
    expect(names.map(one => one.id)).toEqual([used.client_id])
    expect((await unused.open()).status).toBe(400)
    expect((await used.refresh(refresh_token)).status).toBe(200)
  })

  it('are bounded, and the oldest go first', async () => {
    const app = await startApp()
    await app.setUp()
    const used = await registerTool(app)
    await used.connect('ana')
    const first = await registerTool(app)
    app.clock.advance(1000)
    const second = await registerTool(app)
    app.clock.advance(1000)
    await app.database.transaction(async tx => {
      const created_at = app.clock.now().toISOString()
      const client = { client_name: '', application_type: 'web' as const, redirect_uris: '[]' }
      const rows = Array.from({ length: 998 }, (_, n) => ({ id: `client_${n}`, ...client, created_at }))
      for (let at = 0; at < rows.length; at += 100) {
        const some = rows.slice(at, at + 100).map(one => ({ ...one, last_used_at: created_at }))
        await tx.insertInto('tool_clients').values(some).execute()
      }
    })
    app.clock.advance(1000)
    const newest = await registerTool(app)
    const ids = (await app.database.read.selectFrom('tool_clients').select('id').execute()).map(one => one.id)
    expect(ids).toHaveLength(1001)
    expect(ids).not.toContain(first.client_id)
    expect(ids).toEqual(expect.arrayContaining([used.client_id, second.client_id, newest.client_id]))
  })
})

describe.each(ENGINES)('from consent to tokens on %s (2/4.5)', engine => {
  it('signs in, allows, exchanges, refreshes and revokes', async () => {
    const app = await startOn(engine)
    const { user } = await app.setUp()
    const tool = await registerTool(app)
    const target = locationOf(await tool.decide({ username: ' ANA ', password: PASSWORD }))
    expect(target.origin + target.pathname).toBe(REDIRECT)
    expect([...target.searchParams.keys()]).toEqual(['code', 'state'])
    expect(target.searchParams.get('state')).toBe('of the tool')

    const answer = await tool.exchange(target.searchParams.get('code') ?? '')
    expect(answer.headers['cache-control']).toBe('no-store')
    const tokens = expectOk(answer)
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.any(String),
      scope: 'mcp:access',
    })
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    expect(await toolDevices(app)).toEqual([
      {
        id: expect.any(String),
        user_id: user.id,
        client_name: 'Robot',
        device_name: 'tool.example.org',
        began_with: 'password',
      },
    ])

    const next = expectOk(await tool.refresh(tokens.refresh_token))
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect(next.access_token).not.toBe(tokens.access_token)
    expect(await opensTools(app, next.access_token)).toBe(true)

    expect(expectOk(await tool.revoke(next.refresh_token))).toEqual({})
    expect(await opensTools(app, next.access_token)).toBe(false)
    expect(await toolDevices(app)).toEqual([])
    // RFC 7009 §2.2: a token that is gone is what was wanted.
    expect((await tool.revoke(next.refresh_token)).status).toBe(200)
  })

  it('gives one new pair to two refreshes at once, and the same pair to a retry within 30 seconds', async () => {
    const app = await startOn(engine)
    await app.setUp()
    const tool = await registerTool(app)
    const { refresh_token } = await tool.connect('ana')
    const answers = await Promise.all([1, 2, 3].map(() => tool.refresh(refresh_token)))
    const pairs = answers.map(expectOk)
    expect(new Set(pairs.map(one => one.refresh_token)).size).toBe(1)
    app.clock.advance(30_000)
    expect(expectOk(await tool.refresh(refresh_token))).toEqual(pairs[0])
    expect(expectOk(await tool.refresh(pairs[0].refresh_token))).not.toEqual(pairs[0])
  })

  it('opens one grant from two exchanges at once, and the second ends it', async () => {
    const app = await startOn(engine)
    await app.setUp()
    const tool = await registerTool(app)
    const code = await tool.approvedBy('ana')
    const answers = await Promise.all([tool.exchange(code), tool.exchange(code)])
    expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await toolDevices(app)).toEqual([])
  })
})

describe('two processes on one PostgreSQL', () => {
  it('make one rotation of refreshes that reach both, and know the same grants', async () => {
    const env = {
      APP_DATABASE_URL: await freshPostgresUrl(),
      APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    }
    const clock = createTestClock()
    const one = await startApp({ env, clock })
    const two = await startApp({ env, clock })
    await one.setUp()
    const tool = await registerTool(one)
    const there = createTool(two, tool.client_id)
    const { refresh_token } = await tool.connect('ana')
    const answers = await Promise.all([tool, there, tool, there].map(each => each.refresh(refresh_token)))
    const pairs = answers.map(expectOk)
    expect(new Set(pairs.map(pair => pair.refresh_token)).size).toBe(1)
    expect(await opensTools(two, pairs[0].access_token)).toBe(true)
    await there.revoke(pairs[0].refresh_token)
    expect(await opensTools(one, pairs[0].access_token)).toBe(false)
  })
})

describe('lifetimes (2/4.5)', () => {
  it('a code lasts five minutes, and leaves no device when nobody exchanges it', async () => {
    const app = await startApp()
    await app.setUp()
    const tool = await registerTool(app)
    const [late, other] = [await tool.approvedBy('ana'), await tool.approvedBy('ana')]
    app.clock.advance(5 * MINUTE_MS - 1)
    expect((await tool.exchange(other)).status).toBe(200)
    app.clock.advance(1)
    expect((await tool.exchange(late)).body.error).toBe('invalid_grant')
    await tool.connect('ana')
    expect(await toolDevices(app)).toHaveLength(2)
  })

  it('an access token lasts 15 minutes, a refresh token 365 days from its last use', async () => {
    const app = await startApp()
    await app.setUp()
    const tool = await registerTool(app)
    const tokens = await tool.connect('ana')
    app.clock.advance(15 * MINUTE_MS - 1000)
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    app.clock.advance(1000)
    expect(await opensTools(app, tokens.access_token)).toBe(false)
    const DAY = DAY_MS
    app.clock.stepWallClock(364 * DAY)
    const { refresh_token } = expectOk(await tool.refresh(tokens.refresh_token))
    app.clock.stepWallClock(364 * DAY)
    const next = expectOk(await tool.refresh(refresh_token))
    // Work that is still under way would find the daily sweep due, and the client would be gone as well.
    await app.jobs.settle()
    app.clock.stepWallClock(365 * DAY)
    expect((await tool.refresh(next.refresh_token)).body.error).toBe('invalid_grant')
    expect(await toolDevices(app)).toEqual([])
  })
})

describe('the authorization endpoint (2/4.5)', () => {
  it('shows the page, without a redirect for an unknown client or address', async () => {
    const { tool } = shared()
    const page = await tool.open()
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.raw.toString()).toMatch(/<h1>Allow <bdi>Robot<\/bdi>/)
    expect(page.raw.toString()).toContain('tool.example.org')
    const faults: Record<string, string>[] = [
      { client_id: 'client_other' },
      { redirect_uri: 'https://evil.example/' },
    ]
    for (const fields of faults) {
      const refused = await tool.open(fields)
      expect([refused.status, refused.headers.location]).toEqual([400, undefined])
      const sent = await tool.decide({ ...fields, username: 'ana', password: PASSWORD })
      expect([sent.status, sent.headers.location]).toEqual([400, undefined])
    }
  })

  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'Darf <bdi>Robot</bdi>'],
    ['fr-CA,fr;q=0.9', 'fr', 'Se connecter et autoriser'],
    ['pl,es;q=0.8', 'es', 'Iniciar sesión y permitir'],
    ['nl', 'nl', 'Inloggen en toestaan'],
    ['it-IT', 'it', 'Accedi e consenti'],
    ['pt', 'pt-BR', 'Entrar e permitir'],
    ['pl', 'en', 'Sign in and allow'],
  ])('speaks the first language of the browser that it can: %s', async (accepted, language, words) => {
    const page = await shared().tool.open({}, { 'accept-language': accepted })
    expect(page.raw.toString()).toContain(`<html lang="${language}">`)
    expect(page.raw.toString()).toContain(words)
  })

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_type: '' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: '' }],
    ['invalid_scope', { scope: 'mcp:access admin' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
    ['invalid_target', { resource: 'http://localhost/' }],
  ])('tells the client %s at its own address: %j', async (error, fields) => {
    const { tool } = shared()
    for (const answer of [
      await tool.open(fields),
      await tool.decide({ ...fields, username: 'x', password: 'y' }),
    ]) {
      const target = locationOf(answer)
      expect(target.origin + target.pathname).toBe(REDIRECT)
      expect(target.searchParams.get('error')).toBe(error)
      expect(target.searchParams.get('state')).toBe('of the tool')
      // RFC 6749 §4.1.2.1: printable ASCII without quotation marks and backslashes.
      expect(target.searchParams.get('error_description')).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(target.searchParams.has('code')).toBe(false)
    }
  })

  it('accepts the scope and the resource that exist', async () => {
    const page = await shared().tool.open({ scope: 'mcp:access', resource: MCP })
    expect(page.status).toBe(200)
  })

  it('tells the client when the person does not allow it', async () => {
    const { app, tool } = shared()
    const before = (await toolDevices(app)).length
    const target = locationOf(await tool.decide({ decision: 'deny' }))
    expect(target.searchParams.get('error')).toBe('access_denied')
    expect(await toolDevices(app)).toHaveLength(before)
  })

  it('shows the form again after wrong credentials: with the name, without the password', async () => {
    const { tool } = shared()
    const page = await tool.decide({ username: 'ana', password: 'not this one' })
    expect(page.status).toBe(400)
    const html = page.raw.toString()
    expect(html).toContain('The username or password is incorrect.')
    expect(html).toContain('value="ana"')
    expect(html).not.toContain('not this one')
    expect(html).toMatch(/<input name="password"[^>]* autofocus aria-invalid="true">/)
    expect((await tool.decide({ decision: '' })).status).toBe(400)
  })

  it('names the issuer in every answer when one is configured (RFC 9207)', async () => {
    const app = await startApp({ env: { APP_OAUTH_ISSUER: ISSUER } })
    await app.setUp()
    const tool = await registerTool(app)
    const answers = [
      await tool.decide({ username: 'ana', password: PASSWORD, resource: `${ISSUER}/mcp` }),
      await tool.decide({ decision: 'deny' }),
      await tool.open({ response_type: 'token' }),
    ]
    for (const answer of answers) expect(locationOf(answer).searchParams.get('iss')).toBe(ISSUER)
    const { access_token } = await tool.connect('ana')
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.aud).toBe(`${ISSUER}/mcp`)
    expect(await opensTools(app, access_token)).toBe(true)
  })

  it('counts for the limit of the name, and answers a page when it is reached (C71)', async () => {
    const app = await startApp()
    await app.setUp()
    const tool = await registerTool(app)
    const wrong = { username: 'ana', password: 'wrong' }
    for (let n = 0; n < 50; n += 1) expect((await tool.decide(wrong)).status).toBe(400)
    const page = await tool.decide({ username: 'ana', password: PASSWORD })
    expect([page.status, page.headers['retry-after']]).toEqual([429, '3600'])
    expect(page.raw.toString()).toContain('Too many attempts')
    const login = { username: 'ana', password: PASSWORD }
    expect((await callAs(app)('POST', '/api/auth/login', login)).status).toBe(429)
  })
})

describe('a passkey on the page (2/4.5)', () => {
  it('signs in and allows in one step', async () => {
    const app = await startApp()
    const admin = await app.setUp()
    const asAdmin = callAs(app, admin.access_token)
    const origin = 'http://localhost'
    const begun = expectOk(await asAdmin('POST', '/api/auth/passkey/register/begin', {}))
    const { passkey, answer } = createSoftPasskey(begun.options, origin)
    expectOk(
      await asAdmin('POST', `/api/auth/passkey/register/finish?session_id=${begun.session_id}`, answer),
    )
    const tool = await registerTool(app)
    const asAnybody = callAs(app)
    const start = (oauth: unknown) => asAnybody('POST', '/oauth/passkey/login/begin', { oauth })
    expect((await start({ ...tool.request, client_id: 'client_other' })).body.error).toBe('invalid_client')
    expect((await start({ ...tool.request, resource: 'https://other.example' })).body.error).toBe(
      'invalid_target',
    )
    const { options, session_id } = expectOk(await start(tool.request))
    const path = `/oauth/passkey/login/finish?session_id=${session_id}`
    // The ceremony of the app's own sign-in opens nothing here, and the other way round.
    const own = expectOk(await asAnybody('POST', '/api/auth/passkey/login/begin', {}))
    const foreign = `/oauth/passkey/login/finish?session_id=${own.session_id}`
    expect((await asAnybody('POST', foreign, answerWith(passkey, own.options, origin))).body.code).toBe(
      'ceremony_expired',
    )
    const { redirect_uri } = expectOk(await asAnybody('POST', path, answerWith(passkey, options, origin)))
    const target = new URL(redirect_uri)
    expect(target.searchParams.get('state')).toBe('of the tool')
    const tokens = expectOk(await tool.exchange(target.searchParams.get('code') ?? ''))
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    expect(await toolDevices(app)).toEqual([expect.objectContaining({ began_with: 'passkey' })])
    expect((await asAnybody('POST', path, answerWith(passkey, options, origin))).body.code).toBe(
      'ceremony_expired',
    )
  })
})

describe('the token endpoint (RFC 6749 §5.2)', () => {
  it('says what is wrong in the words of OAuth', async () => {
    const { app, tool } = shared()
    const send = async (fields: Record<string, string>) =>
      (await sendForm(app, '/oauth/token', fields)).body.error
    const { client_id } = tool
    expect(await send({})).toBe('invalid_request')
    expect(await send({ grant_type: 'password' })).toBe('unsupported_grant_type')
    expect(await send({ grant_type: 'password', client_id })).toBe('unsupported_grant_type')
    expect(await send({ grant_type: 'refresh_token', client_id })).toBe('invalid_request')
    expect(await send({ grant_type: 'refresh_token', client_id, refresh_token: 'x' })).toBe('invalid_grant')
    const stranger = { grant_type: 'refresh_token', client_id: 'client_other', refresh_token: 'x' }
    expect(await send(stranger)).toBe('invalid_client')
    const json = await callAs(app)('POST', '/oauth/token', { grant_type: 'refresh_token' })
    expect([json.status, json.body.error]).toEqual([415, 'invalid_request'])
  })

  it('refuses another resource, and changes nothing (C53)', async () => {
    const { tool } = shared()
    const code = await tool.approvedBy('ana')
    const wrong = { resource: 'https://other.example/mcp' }
    expect((await tool.exchange(code, wrong)).body.error).toBe('invalid_target')
    const { refresh_token } = expectOk(await tool.exchange(code, { resource: MCP }))
    expect((await tool.refresh(refresh_token, wrong)).body.error).toBe('invalid_target')
    const next = expectOk(await tool.refresh(refresh_token, { resource: MCP }))
    // The same for a retry of the token that was just replaced.
    expect((await tool.refresh(refresh_token, wrong)).body.error).toBe('invalid_target')
    expect(expectOk(await tool.refresh(refresh_token))).toEqual(next)
  })

  it('several programs have grants of their own for one person', async () => {
    const { app, tool } = shared()
    const other = createTool(app, (await registerTool(app, { client_name: 'Second' })).client_id)
    await signInAs(app, 'bea', 'user')
    const [one, two] = [await tool.connect('bea'), await other.connect('bea')]
    await tool.revoke(one.refresh_token)
    expect(await opensTools(app, two.access_token)).toBe(true)
    expect(newPkce().challenge).toHaveLength(43)
  })
})
