import type { OidcScript } from '@foyer/simulators/oidc/scripted-oidc'
import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { afterTest, shareAmongTests } from '#test/engines.ts'
import {
  begin,
  callbackPath,
  denialOf,
  EXTERNAL_URL,
  goThrough,
  logOutByProvider,
  openBrowser,
  saveOidc,
  signIn,
  startWithOidc,
} from '#test/oidc.ts'

/*
 * Defends against claims that the provider did not prove to this server a moment ago (OpenID Connect Core §3.1.3.7,
 * RFC 8725): forged, meant for others, too old, or of another person than before.
 */

type OidcWorld = Awaited<ReturnType<typeof startWithOidc>>
const claims = (change: Record<string, unknown>): OidcScript => ({
  id_token: token => void Object.assign(token.claims, change),
})

describe('an ID token', () => {
  const shared = shareAmongTests(() => startWithOidc())

  const denialWith = (script: OidcScript) => {
    const world = shared()
    world.provider.script = script
    return denialOf(world)
  }

  it('is accepted as it should be: otherwise the refusals below would prove nothing', async () => {
    const world = shared()
    world.provider.script = {}
    expectOk(await signIn(world))
  })

  it.each([
    ['without a signature (alg none)', { signature: 'none' }],
    ['with the public key as a shared secret (key confusion)', { signature: 'HS256' }],
    ['of a stranger who uses the name of the right key', { signature: 'stranger' }],
    ['for another audience', claims({ aud: 'somebody-else' })],
    ['for several audiences without azp', claims({ aud: ['foyer', 'somebody-else'] })],
    ['with the azp of somebody else', claims({ aud: ['foyer', 'somebody-else'], azp: 'somebody-else' })],
    ['of another issuer', claims({ iss: 'https://evil.example' })],
    ['with another nonce', claims({ nonce: 'another' })],
    ['without a nonce', claims({ nonce: undefined })],
    ['without a subject', claims({ sub: undefined })],
    ['with an empty subject', claims({ sub: '' })],
    ['with a subject that no database can hold', claims({ sub: 'a\u0000b' })],
  ] satisfies [string, OidcScript][])('%s is refused', async (_name, script) => {
    expect(await denialWith(script)).toBe('provider_failed')
  })

  it('for several audiences is accepted when this server is the azp', async () => {
    const world = shared()
    world.provider.script = claims({ aud: ['foyer', 'somebody-else'], azp: 'foyer' })
    expectOk(await signIn(world))
  })

  it.each([
    [59, 'exp', 0],
    [61, 'exp', 1],
    [59, 'iat', 0],
    [61, 'iat', 1],
    [59, 'nbf', 0],
    [61, 'nbf', 1],
  ] as const)('%i seconds off (%s) is refused: %i', async (seconds, claim, refused) => {
    const world = shared()
    const now = Math.floor(world.app.clock.now().getTime() / 1000)
    world.provider.script = claims({ [claim]: claim === 'exp' ? now - seconds : now + seconds })
    const target = await goThrough(world, await begin(world.asAnybody))
    expect(target.searchParams.get('error')).toBe(refused ? 'provider_failed' : null)
  })

  it.each([
    ['expired an hour ago', { iat: -7200, exp: -3600 }],
    ['from the next hour', { iat: 3600, exp: 7200 }],
  ])('%s is refused', async (_name, { iat, exp }) => {
    const now = Math.floor(shared().app.clock.now().getTime() / 1000)
    expect(await denialWith(claims({ iat: now + iat, exp: now + exp }))).toBe('provider_failed')
  })
})

describe('keys', () => {
  it('rotated in the middle of a sign-in are read again', async () => {
    const world = await startWithOidc()
    expectOk(await signIn(world))
    const flow = await begin(world.asAnybody)
    const browser = openBrowser(world.app)
    const { location } = await browser.open(flow.start_url)
    world.provider.rotateKeys()
    const back = callbackPath(world.provider.approve(location, 'ada'))
    const { searchParams } = new URL((await browser.open(back)).location, EXTERNAL_URL)
    expect(searchParams.get('error')).toBeNull()
    expect(searchParams.get('code')).not.toBeNull()
  })
})

describe('mix-up of issuers (RFC 9207)', () => {
  it.each([
    ['names another issuer', (params: URLSearchParams) => params.set('iss', 'https://evil.example')],
    ['names none although the provider always does', (params: URLSearchParams) => params.delete('iss')],
  ])('a return that %s sends no code to the provider', async (_name, redirect) => {
    const world = await startWithOidc()
    world.provider.script = { redirect }
    expect(await denialOf(world)).toBe('provider_failed')
    expect(world.provider.journal.requests('POST /token')).toEqual([])
  })

  it('a description of another issuer is not used', async () => {
    const world = await startWithOidc()
    world.provider.script = { description: found => Object.assign(found, { issuer: 'https://evil.example' }) }
    const flow = await begin(world.asAnybody)
    const { location } = await openBrowser(world.app).open(flow.start_url)
    expect(location).toBe(`/oidc/return?error=provider_failed&flow=${flow.flow}`)
  })

  it('a description that leads away from https or this machine is not used', async () => {
    const world = await startWithOidc()
    world.provider.script = {
      description: found => Object.assign(found, { token_endpoint: 'http://evil.example/token' }),
    }
    const flow = await begin(world.asAnybody)
    const { location } = await openBrowser(world.app).open(flow.start_url)
    expect(location).toContain('error=provider_failed')
  })

  it('a code is never sent to another provider than the one that the browser was sent to', async () => {
    const world = await startWithOidc()
    const { app, provider, asAnybody } = world
    const flow = await begin(asAnybody)
    const browser = openBrowser(app)
    const { location } = await browser.open(flow.start_url)
    const { startScriptedOidc } = await import('@foyer/simulators/oidc/scripted-oidc')
    const other = await startScriptedOidc({ now: () => app.clock.now().getTime() })
    afterTest(() => other.close())
    await saveOidc(app, other)
    const { location: target } = await browser.open(callbackPath(provider.approve(location, 'ada')))
    expect(target).toBe(`/oidc/return?error=invalid_flow&flow=${flow.flow}`)
    expect([...provider.journal.requests('POST /token'), ...other.journal.requests('*')]).toEqual([])
  })

  it('the same subject at another issuer is another person', async () => {
    const world = await startWithOidc()
    const first = expectOk(await signIn(world)).user
    const { startScriptedOidc } = await import('@foyer/simulators/oidc/scripted-oidc')
    const other = await startScriptedOidc({ now: () => world.app.clock.now().getTime() })
    afterTest(() => other.close())
    await saveOidc(world.app, other)
    const second = expectOk(await signIn({ ...world, provider: other })).user
    expect(second.id).not.toBe(first.id)
  })
})

describe('people', () => {
  it('with the same address and name but another subject get no access to the account', async () => {
    const world = await startWithOidc()
    const first = expectOk(await signIn(world)).user
    const { preferred_username, email } = { preferred_username: 'ada', email: 'ada@example.org' }
    world.provider.addUser({ login: 'mallory', sub: 'sub-mallory', preferred_username, email })
    const second = expectOk(await signIn(world, 'mallory')).user
    expect([second.id === first.id, second.username]).toEqual([false, 'ada-2'])
    await saveOidc(world.app, world.provider, { auto_create: false })
    world.provider.addUser({ login: 'trudy', sub: 'sub-trudy', preferred_username, email })
    expect(await denialOf(world, 'trudy')).toBe('account_not_linked')
  })

  it('whose subject the provider changes are somebody new', async () => {
    const world = await startWithOidc({ saved: { auto_create: false } })
    const flow = await begin(world.asAdmin, {}, '/api/auth/oidc/link')
    await link(world, flow)
    expectOk(await signIn(world))
    world.provider.script = claims({ sub: 'sub-changed' })
    expect(await denialOf(world)).toBe('account_not_linked')
  })

  it('are not mixed up by a UserInfo of another subject', async () => {
    const world = await startWithOidc()
    world.provider.script = {
      claims_at_user_info: true,
      user_info: found => Object.assign(found, { sub: 'sub-bert' }),
    }
    expect(await denialOf(world)).toBe('provider_failed')
  })
})

async function link({ app, provider, asAnybody }: OidcWorld, flow: Awaited<ReturnType<typeof begin>>) {
  const code = (await goThrough({ app, provider }, flow)).searchParams.get('code')
  const { verifier } = flow
  expectOk(await asAnybody('POST', '/api/auth/oidc/exchange', { flow: flow.flow, code, verifier }))
}

describe('groups', () => {
  it.each([
    ['a text', 'family'],
    ['a text that contains the group', 'xfamily family'],
    ['a list that is not only texts', ['family', 7]],
    ['an object', { family: true }],
    ['a list with another spelling', ['Family', 'family ', 'family/kids']],
    ['an empty list', []],
    ['nothing', undefined],
  ])('in the form of %s admit nobody', async (_name, groups) => {
    const world = await startWithOidc({ saved: { allowed_groups: ['family'] } })
    world.provider.addUser({ login: 'eve', sub: 'sub-eve', preferred_username: 'eve', groups })
    expect(await denialOf(world, 'eve')).toBe('group_required')
    expect(expectOk(await signIn(world)).user.username).toBe('ada')
  })
})

describe('logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6)', () => {
  it('that prove nothing end nothing', async () => {
    const world = await startWithOidc()
    const { app, provider } = world
    const { access_token } = expectOk(await signIn(world))
    const now = Math.floor(app.clock.now().getTime() / 1000)
    const with_claims = (change: Record<string, unknown>) =>
      provider.logoutToken('ada', token => Object.assign(token.claims, change))
    const wrong = [
      '',
      'not-a-token',
      provider.logoutToken('ada', undefined, 'none'),
      provider.logoutToken('ada', undefined, 'HS256'),
      provider.logoutToken('ada', undefined, 'stranger'),
      provider.logoutToken('ada', ({ header }) => Object.assign(header, { typ: 'at+jwt' })),
      provider.logoutToken('ada', ({ header }) => Object.assign(header, { kid: 'unknown' })),
      with_claims({ iss: 'https://evil.example' }),
      with_claims({ aud: 'somebody-else' }),
      with_claims({ nonce: 'n' }),
      with_claims({ events: undefined }),
      with_claims({ events: { 'http://schemas.openid.net/event/other': {} } }),
      with_claims({ events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } }),
      with_claims({ sub: undefined, sid: undefined }),
      with_claims({ jti: undefined }),
      with_claims({ iat: undefined }),
      with_claims({ exp: undefined }),
      with_claims({ exp: now - 61 }),
      with_claims({ iat: now + 61 }),
    ]
    for (const logout_token of wrong)
      expect(refusal(await logOutByProvider(world.app, { logout_token }))).toEqual([400, 'invalid_request'])
    expect(refusal(await logOutByProvider(world.app, {}))).toEqual([400, 'invalid_request'])
    const as_json = { body: { logout_token: provider.logoutToken('ada') } }
    expect(refusal(await app.call('POST', '/api/auth/oidc/backchannel-logout', as_json))).toEqual([
      400,
      'invalid_request',
    ])
    expect((await callAs(app, access_token)('GET', '/api/auth/me')).status).toBe(200)
    // The right one still works.
    expect((await logOutByProvider(world.app, { logout_token: provider.logoutToken('ada') })).status).toBe(
      200,
    )
    expect((await callAs(app, access_token)('GET', '/api/auth/me')).status).toBe(401)
  })

  it('of strangers cause no call to the provider, and invented keys few', async () => {
    const world = await startWithOidc()
    const { provider } = world
    expectOk(await signIn(world))
    provider.journal.clear()
    const stranger = provider.logoutToken('ada', ({ claims }) => Object.assign(claims, { aud: 'other' }))
    await logOutByProvider(world.app, { logout_token: stranger })
    expect(provider.journal.requests('*')).toEqual([])
    for (let n = 0; n < 20; n += 1) {
      const invented = provider.logoutToken('ada', ({ header }) => Object.assign(header, { kid: `k${n}` }))
      await logOutByProvider(world.app, { logout_token: invented })
    }
    expect(provider.journal.requests('GET /jwks').length).toBeLessThanOrEqual(2)
    provider.rotateKeys()
    world.app.clock.advance(10_000)
    expect((await logOutByProvider(world.app, { logout_token: provider.logoutToken('ada') })).status).toBe(
      200,
    )
  })
})
