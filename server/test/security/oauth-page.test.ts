import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, type TestAnswer } from '#test/app.ts'
import { shareAmongTests } from '#test/engines.ts'
import { locationOf, registerTool } from '#test/tool-client.ts'

/** Attacks on the authorization page: injection, framing, open redirects, mix-up (RFC 9700 §4). */
const shared = shareAmongTests(async () => {
  const app = await startApp({ env: { APP_OAUTH_ISSUER: 'https://media.example.org' } })
  await app.setUp()
  return { app, tool: await registerTool(app) }
})

const policyOf = ({ headers }: TestAnswer) => String(headers['content-security-policy'])

describe('HTML injection', () => {
  const NASTY = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`

  it('by the name of the client, the state and the username stays text', async () => {
    const { app } = shared()
    const tool = await registerTool(app, { client_name: NASTY.slice(0, 90) })
    const pages = [
      await tool.open({ state: NASTY }),
      await tool.decide({ state: NASTY, username: NASTY, password: 'wrong' }),
    ]
    for (const page of pages) {
      const html = page.raw.toString()
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img')
      expect(html).toContain('&lt;script&gt;alert(1)')
    }
  })

  it('cannot turn the reading direction of the page by a name', async () => {
    const tool = await registerTool(shared().app, { client_name: '\u202egnihtemos' })
    expect((await tool.open()).raw.toString()).toContain('<bdi>\u202egnihtemos</bdi>')
  })

  it('would not run: only the blocks of the page itself are allowed, by their hashes', async () => {
    const { tool } = shared()
    for (const page of [await tool.open(), await tool.open({ client_id: 'x' })]) {
      const policy = policyOf(page)
      expect(policy).toContain("default-src 'none'")
      expect(policy).toMatch(/script-src 'sha256-[^ ]+';/)
      expect(policy).toMatch(/style-src 'sha256-[^ ]+';/)
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  it('cannot split the redirect into headers', async () => {
    const { tool } = shared()
    const answer = await tool.decide({ decision: 'deny', state: 'a\r\nset-cookie: x=1' })
    expect(locationOf(answer).searchParams.get('state')).toBe('a\r\nset-cookie: x=1')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('framing', () => {
  it('is forbidden on every page', async () => {
    const { tool } = shared()
    for (const page of [
      await tool.open(),
      await tool.open({ client_id: 'x' }),
      await tool.decide({ username: 'ana', password: 'wrong' }),
    ]) {
      expect(policyOf(page)).toContain("frame-ancestors 'none'")
      expect(page.headers['x-frame-options']).toBe('DENY')
    }
  })
})

describe('a page in the hands of others', () => {
  it('gives its address to nobody, and is kept by nobody', async () => {
    const { headers } = await shared().tool.open()
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('an open redirect', () => {
  const TRICKS = [
    'https://tool.example.org/cb/../../evil',
    'https://tool.example.org/cb/',
    'https://tool.example.org/cb?x=1',
    'https://tool.example.org/CB',
    'https://TOOL.example.org/cb',
    'https://tool.example.org./cb',
    'https://tool.example.org:8443/cb',
    'https://tool.example.org:443/cb',
    'https://tool.example.org%2f@evil.example/cb',
    'https://user@tool.example.org/cb',
    'https://tool.example.org.evil.example/cb',
    'https://evil.example/https://tool.example.org/cb',
    'http://tool.example.org/cb',
    '//tool.example.org/cb',
    'https://tool.example.org/cb#',
    'javascript:alert(1)//https://tool.example.org/cb',
    '',
  ]

  it.each(TRICKS)('does not lead to %s', async redirect_uri => {
    const { tool } = shared()
    const right = { username: 'ana', password: PASSWORD }
    for (const answer of [
      await tool.open({ redirect_uri }),
      await tool.open({ redirect_uri, response_type: 'token' }),
      await tool.decide({ redirect_uri, ...right }),
      await tool.decide({ redirect_uri, decision: 'deny' }),
    ])
      expect([answer.status, answer.headers.location]).toEqual([400, undefined])
  })

  it('does not lead to the scheme of another app', async () => {
    const { app } = shared()
    const native = { application_type: 'native' }
    await registerTool(app, { ...native, redirect_uris: ['com.example.bank:/cb'] })
    const tool = await registerTool(app, { ...native, redirect_uris: ['com.example.robot:/cb'] })
    expect((await tool.open({ redirect_uri: 'com.example.bank:/cb' })).status).toBe(400)
    const page = await tool.open()
    expect(policyOf(page)).toContain("form-action 'self' com.example.robot:;")
  })
})

describe('mix-up of two servers (RFC 9207)', () => {
  it('the client can tell from every answer which server it came from, whatever Host was sent', async () => {
    const { app, tool } = shared()
    const query = new URLSearchParams({ ...tool.request, response_type: 'token' })
    const answer = await app.call('GET', `/oauth/authorize?${query.toString()}`, {
      headers: { host: 'evil.example' },
    })
    expect(locationOf(answer).searchParams.get('iss')).toBe('https://media.example.org')
    const allowed = await tool.decide({ username: 'ana', password: PASSWORD })
    expect(locationOf(allowed).searchParams.get('iss')).toBe('https://media.example.org')
  })
})
