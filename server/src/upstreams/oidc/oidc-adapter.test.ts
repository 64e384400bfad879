import { dropBefore, type Fault, garbage, hang, status, truncate } from '@foyer/simulators'
import { type ScriptedOidc, startScriptedOidc } from '@foyer/simulators/oidc/scripted-oidc'
import { describe, expect, it } from 'vitest'
import { createOutbound } from '#kit/outbound.ts'
import type { OidcClient, OidcFault, OidcProvider } from '#ports/oidc-provider.ts'
import { afterTest } from '#test/engines.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createOidcAdapter } from './oidc-adapter.ts'

const DESCRIPTION = 'GET /.well-known/openid-configuration'
const REDIRECT_URI = 'https://foyer.example.org/api/auth/oidc/callback'
const SECRETS = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }

async function start(proxy_url?: string) {
  const clock = createTestClock()
  const simulated = await startScriptedOidc({ now: () => clock.now().getTime() })
  afterTest(() => simulated.close())
  const outbound = createOutbound({
    clock,
    external_proxy: () =>
      proxy_url === undefined ? null : { url: proxy_url, username: '', password: '', no_proxy: [] },
    user_agent: 'foyer',
  })
  afterTest(() => outbound.destroy())
  const { url: issuer, client_id, client_secret } = simulated
  const client: OidcClient = { issuer, client_id, client_secret, use_proxy: false }
  return { clock, simulated, client, provider: createOidcAdapter({ outbound, clock }) }
}

async function signIn(provider: OidcProvider, client: OidcClient, simulated: ScriptedOidc) {
  const asked = { ...SECRETS, redirect_uri: REDIRECT_URI, scopes: ['openid'] }
  const back = new URL(simulated.approve(await provider.authorizationUrl(client, asked), 'ada'))
  return provider.finish(client, {
    ...SECRETS,
    redirect_uri: REDIRECT_URI,
    query: back.search.slice(1),
    wanted_claims: ['email'],
  })
}

const kindOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (fault: OidcFault) => fault.kind,
  )

describe('the description', () => {
  it('is kept for ten minutes, until it is forgotten; a failure is never kept', async () => {
    const { clock, simulated, client, provider } = await start()
    const reads = () => simulated.journal.requests(DESCRIPTION).length
    simulated.faults.next(DESCRIPTION, status(503))
    expect(await kindOf(signIn(provider, client, simulated))).toBe('unreachable')
    await signIn(provider, client, simulated)
    await signIn(provider, client, simulated)
    expect(reads()).toBe(2)
    clock.advance(10 * 60_000)
    await signIn(provider, client, simulated)
    expect(reads()).toBe(3)
    provider.forget()
    await signIn(provider, client, simulated)
    expect(reads()).toBe(4)
    await provider.validate(client)
    expect(reads()).toBe(5)
  })

  it.each<[string, Fault, string]>([
    ['an error', status(500), 'unreachable'],
    ['too many calls', status(429), 'unreachable'],
    ['a cut', dropBefore(), 'unreachable'],
    ['half of it', truncate(), 'unreachable'],
    ['something else', garbage('html'), 'misconfigured'],
    ['broken JSON', garbage('json'), 'misconfigured'],
    ['nothing there', status(404), 'misconfigured'],
  ])('reports %s', async (_name, fault, kind) => {
    const { simulated, client, provider } = await start()
    simulated.faults.always(DESCRIPTION, fault)
    expect(await kindOf(provider.validate(client))).toBe(kind)
  })

  it('is not waited for longer than ten seconds', async () => {
    const { clock, simulated, client, provider } = await start()
    simulated.faults.always(DESCRIPTION, hang())
    const kind = kindOf(provider.validate(client))
    await expect.poll(() => simulated.journal.requests(DESCRIPTION).length).toBe(1)
    clock.advance(10_000)
    expect(await kind).toBe('unreachable')
  })

  it('that is far too long is not read', async () => {
    const { client, provider } = await start()
    const endless = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"x":"${'x'.repeat(1_000_000)}"}`)
    })
    afterTest(async () => endless[Symbol.asyncDispose]())
    expect(await kindOf(provider.validate({ ...client, issuer: endless.origin }))).toBe('misconfigured')
  })

  it.each<[string, Record<string, unknown>]>([
    ['no token endpoint', { token_endpoint: undefined }],
    ['no keys', { jwks_uri: undefined }],
    ['an address without https', { end_session_endpoint: 'http://example.org/end' }],
    ['an address of the wrong type', { userinfo_endpoint: 7 }],
    ['no PKCE with S256', { code_challenge_methods_supported: ['plain'] }],
    ['signatures that anybody could make', { id_token_signing_alg_values_supported: ['none', 'HS256'] }],
  ])('with %s cannot be used', async (_name, change) => {
    const { simulated, client, provider } = await start()
    simulated.script = { description: found => Object.assign(found, change) }
    expect(await kindOf(provider.validate(client))).toBe('misconfigured')
  })

  it('may omit or misspell what the library does not check', async () => {
    const { simulated, client, provider } = await start()
    simulated.script = {
      description: found =>
        Object.assign(found, {
          id_token_signing_alg_values_supported: 'RS256',
          token_endpoint_auth_methods_supported: 7,
          code_challenge_methods_supported: undefined,
        }),
    }
    expect(await signIn(provider, client, simulated)).toMatchObject({ subject: 'sub-ada' })
  })

  it.each([
    'http://example.org',
    'ftp://127.0.0.1',
    'not an address',
    'https://a:b@example.org',
    'http://127.evil.example',
  ])('is not looked for at %s', async issuer => {
    const { client, provider } = await start()
    expect(await kindOf(provider.validate({ ...client, issuer }))).toBe('misconfigured')
  })
})

describe('a sign-in', () => {
  it('proves an identity with its claims', async () => {
    const { simulated, client, provider } = await start()
    const proved = await signIn(provider, client, simulated)
    expect(proved).toMatchObject({ issuer: simulated.url, subject: 'sub-ada' })
    expect(proved.provider_session).toBe(simulated.sessionOf('ada'))
    expect(proved.claims).toMatchObject({ email: 'ada@example.org', groups: ['family', 'films'] })
  })

  it('with a wrong secret is a wrong configuration', async () => {
    const { simulated, client, provider } = await start()
    const wrong = { ...client, client_secret: 'wrong' }
    expect(await kindOf(signIn(provider, wrong, simulated))).toBe('misconfigured')
  })

  it('sends the secret as a form to a provider that only takes that', async () => {
    const { simulated, client, provider } = await start()
    simulated.script = {
      description: found =>
        Object.assign(found, { token_endpoint_auth_methods_supported: ['client_secret_post'] }),
    }
    await signIn(provider, client, simulated)
    const [call] = simulated.journal.requests('POST /token')
    expect(call?.headers.authorization).toBeUndefined()
  })

  it.each<[string, Fault, string]>([
    ['an error', status(500), 'unreachable'],
    ['a cut', dropBefore(), 'unreachable'],
    ['something else', garbage('html'), 'refused'],
    ['broken JSON', garbage('json'), 'refused'],
  ])('reports %s of the token endpoint and of the keys', async (_name, fault, kind) => {
    const { simulated, client, provider } = await start()
    simulated.faults.always('POST /token', fault)
    expect(await kindOf(signIn(provider, client, simulated))).toBe(kind)
    simulated.faults.clear()
    simulated.faults.always('GET /jwks', fault)
    expect(await kindOf(signIn(provider, client, simulated))).toBe(kind)
  })

  it('takes the proxy only when it is chosen', async () => {
    const proxy = await serveHttp((_request, response) => void response.writeHead(502).end())
    afterTest(async () => proxy[Symbol.asyncDispose]())
    const { simulated, client, provider } = await start(proxy.origin)
    await signIn(provider, client, simulated)
    expect(proxy.seen).toEqual([])
    expect(await kindOf(provider.validate({ ...client, use_proxy: true }))).not.toBe('none')
    expect(simulated.journal.requests(DESCRIPTION)).toHaveLength(1)
  })
})
