import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRedirectAllowed, isRegisteredRedirect, placeOf, withParameters } from './redirect-rules.ts'

const HTTPS = 'https://tool.example.org/cb'
const LOOPBACK = ['http://127.0.0.1/cb', 'http://localhost:4711/cb', 'http://[::1]:4711/cb?a=b']
const APP = 'com.example.app:/cb'

describe('redirect addresses that may be registered (2/4.5)', () => {
  it.each([
    ['web', [HTTPS], [...LOOPBACK, APP]],
    [undefined, [HTTPS, ...LOOPBACK], [APP]],
    ['native', [HTTPS, ...LOOPBACK, APP, 'cursor://anysphere/cb'], []],
  ] as const)('application type %s', (type, allowed, refused) => {
    for (const address of allowed)
      expect([address, isRedirectAllowed(address, type)]).toEqual([address, true])
    for (const address of refused)
      expect([address, isRedirectAllowed(address, type)]).toEqual([address, false])
  })

  it.each([
    'http://tool.example.org/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://127.0.0.1:80@evil.example/cb',
    'http://127.1/cb',
    'https://user@tool.example.org/cb',
    'https://user:password@tool.example.org/cb',
    'https://tool.example.org/cb#fragment',
    'https://tool.example.org/cb#',
    'https:tool.example.org',
    'https:///tool.example.org',
    'https://tool.example.org\\@evil.example/',
    'https://tool.example.org/\ncb',
    ' https://tool.example.org/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://tool.example.org/1',
    'vbscript:x',
    'intent://x#Intent;end',
    'tool.example.org/cb',
    '/cb',
    '',
    `https://tool.example.org/${'a'.repeat(2048)}`,
  ])('never %s', address => {
    for (const type of ['web', 'native', undefined] as const)
      expect(isRedirectAllowed(address, type)).toBe(false)
  })
})

describe('the redirect address of a request', () => {
  it('is one that was registered, to the letter', () => {
    expect(isRegisteredRedirect([HTTPS], HTTPS)).toBe(true)
    fc.assert(
      fc.property(fc.string(), fc.nat(HTTPS.length), (text, at) => {
        const address = HTTPS.slice(0, at) + text + HTTPS.slice(at)
        return isRegisteredRedirect([HTTPS], address) === (text === '')
      }),
    )
  })

  it('may have another port on this machine only (RFC 8252 §7.3)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), port => {
        expect(isRegisteredRedirect(LOOPBACK, `http://127.0.0.1:${port}/cb`)).toBe(true)
        expect(isRegisteredRedirect(LOOPBACK, `http://localhost:${port}/cb`)).toBe(true)
        expect(isRegisteredRedirect(LOOPBACK, `http://[::1]:${port}/cb?a=b`)).toBe(true)
        expect(isRegisteredRedirect([HTTPS], `https://tool.example.org:${port}/cb`)).toBe(false)
        expect(isRegisteredRedirect(['https://localhost/cb'], `https://localhost:${port}/cb`)).toBe(false)
        expect(isRegisteredRedirect([APP], `com.example.app://x:${port}/cb`)).toBe(false)
      }),
    )
  })

  it.each([
    'http://127.0.0.2/cb',
    'http://localhost/cb',
    'http://127.0.0.1:65536/cb',
    'http://127.0.0.1:/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1:1/cb/../x',
    'http://127.0.0.1:1/CB',
    'http://127.0.0.1:1/cb#',
    'https://127.0.0.1:1/cb',
    'http://127.0.0.1.:1/cb',
  ])('never %s for http://127.0.0.1/cb', address => {
    expect(isRegisteredRedirect(['http://127.0.0.1/cb'], address)).toBe(false)
  })

  it('never leads to another host than a registered one (any text around the registered address)', () => {
    const registered = [HTTPS, ...LOOPBACK]
    const hosts = registered.map(one => new URL(one).hostname)
    const part = fc.constantFrom(
      '@',
      ':',
      '/',
      '//',
      '\\',
      '.',
      '#',
      '?',
      '%2f',
      'evil.example',
      '80',
      ...registered,
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), parts => {
        const address = parts.join('')
        if (!isRegisteredRedirect(registered, address)) return true
        const { hostname, username } = new URL(address)
        return hosts.includes(hostname) && username === ''
      }),
      { numRuns: 2000 },
    )
  })

  it('gets the answer appended, and keeps its own query', () => {
    expect(withParameters(HTTPS, { code: 'a b', state: '&' })).toBe(`${HTTPS}?code=a+b&state=%26`)
    expect(withParameters(`${HTTPS}?tenant=%20x`, { code: '1' })).toBe(`${HTTPS}?tenant=%20x&code=1`)
    expect(withParameters(APP, { code: '1' })).toBe(`${APP}?code=1`)
  })

  it('is named by its host, or by the scheme of the app', () => {
    expect(placeOf('https://tool.example.org:8443/cb')).toBe('tool.example.org:8443')
    expect(placeOf(APP)).toBe('com.example.app')
  })
})
