import { describe, expect, it } from 'vitest'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import {
  applyChange,
  categoryOf,
  findProblems,
  movesPassword,
  presentProxy,
  proxyInForce,
  proxyToTry,
} from './outbound-proxy-rules.ts'
import type { SavedProxy } from './outbound-proxy-settings.ts'

const off: SavedProxy = {
  enabled: false,
  url: '',
  username: '',
  password: '',
  password_origin: '',
  no_proxy: [],
}
const saved: SavedProxy = {
  enabled: true,
  url: 'http://proxy.lan:3128',
  username: 'ann',
  password: 'pa:ss word',
  password_origin: 'http://proxy.lan:3128',
  no_proxy: ['.lan'],
}

describe('changing the proxy (1/I)', () => {
  it.each([
    ['nothing', {}, saved],
    ['one field', { username: 'bob' }, { ...saved, username: 'bob' }],
    ['a blank password, which keeps it', { password: '' }, saved],
    ['a new password', { password: 'other' }, { ...saved, password: 'other' }],
    ['a cleared password', { clear_password: true }, { ...saved, password: '', password_origin: '' }],
    ['clear_password: false', { clear_password: false }, saved],
    ['an address with blanks and a slash', { url: ' http://proxy.lan:3128/ ' }, saved],
    ['another list', { no_proxy: [' a.b '] }, { ...saved, no_proxy: ['a.b'] }],
  ])('takes %s', (_what, change, expected) => {
    expect(applyChange(saved, change)).toEqual(expected)
  })

  it.each([
    ['http://proxy.lan:3128', undefined],
    ['https://[::1]:3128', undefined],
    ['socks5://127.0.0.1:1080', undefined],
    ['', 'url'],
    ['proxy.lan:3128', 'url'],
    ['ftp://proxy.lan', 'url'],
    ['socks4://proxy.lan', 'url'],
    ['http://', 'url'],
    ['http://ann:secret@proxy.lan', 'url'],
    ['http://proxy.lan/path', 'url'],
    ['http://proxy.lan?x=1', 'url'],
  ])('judges the address %j', (url, field) => {
    expect(Object.keys(findProblems({ ...saved, url }))).toEqual(field ? [field] : [])
  })

  it('can be off without an address', () => {
    expect(findProblems(off)).toEqual({})
  })

  it.each([
    ['a:b', 'http://p:1', ['username']],
    ['a\nb', 'http://p:1', ['username']],
    ['a'.repeat(256), 'socks5://p:1', ['username']],
    ['a'.repeat(256), 'http://p:1', []],
  ])('judges the name %j at %s', (username, url, fields) => {
    expect(Object.keys(findProblems({ ...saved, url, username }))).toEqual(fields)
  })

  it.each([
    ['*', true],
    ['.lan', true],
    ['*.example.org', true],
    ['localhost:8080', true],
    ['10.0.0.0/8', true],
    ['fd00::/8', true],
    ['[::1]:80', true],
    ['a b', false],
    ['http://x', false],
    ['a,b', false],
  ])('judges the exception %j', (entry, fits) => {
    expect(findProblems({ ...saved, no_proxy: [entry] })).toEqual(
      fits ? {} : { no_proxy: expect.any(String) },
    )
  })

  it('refuses a new password that is to be cleared at once', () => {
    expect(findProblems(saved, { password: 'x', clear_password: true })).toHaveProperty('clear_password')
  })
})

describe('where the password may go (C67)', () => {
  const elsewhere = { url: 'http://thief:3128' }
  it.each([
    ['the same origin', saved, { url: `${saved.url}/` }, false],
    ['another origin', saved, elsewhere, true],
    ['another scheme', saved, { url: 'socks5://proxy.lan:3128' }, true],
    ['another origin, typed again', saved, { ...elsewhere, password: 'x' }, false],
    ['another origin, cleared', saved, { ...elsewhere, clear_password: true }, false],
    ['no address', saved, { url: '' }, false],
    ['another origin by way of no address', applyChange(saved, { url: '' }), elsewhere, true],
    ['the old origin by way of no address', applyChange(saved, { url: '' }), { url: saved.url }, false],
    ['another origin than an earlier version saved', { ...saved, password_origin: '' }, elsewhere, true],
    ['the first address', { ...off, password: 'x' }, elsewhere, false],
    ['another origin without a password', { ...saved, password: '', password_origin: '' }, elsewhere, false],
  ])('to %s', (_where, current, change, moves) => {
    expect(movesPassword(current, change)).toBe(moves)
  })
})

describe('what is shown and what is used (1/I)', () => {
  it('shows everything but the password', () => {
    expect(presentProxy(saved)).toEqual({
      enabled: true,
      url: saved.url,
      username: 'ann',
      has_password: true,
      no_proxy: ['.lan'],
    })
    expect(presentProxy(off).has_password).toBe(false)
  })

  it('uses it only while it is on', () => {
    expect(proxyInForce(off)).toBeNull()
    expect(proxyInForce({ ...saved, enabled: false })).toBeNull()
    const { enabled: _, password_origin: __, ...rest } = saved
    expect(proxyInForce(saved)).toEqual(rest)
  })
})

describe('what a test tries (1/I)', () => {
  const through = (url: string) => ({
    proxy: { url, username: 'ann', password: saved.password, no_proxy: [] },
  })
  it.each([
    ['the saved one, past its exceptions', saved, {}, through(saved.url)],
    ['a saved one that is off', { ...saved, enabled: false }, {}, through(saved.url)],
    ['a draft at the same origin', saved, { url: `${saved.url}/` }, through(saved.url)],
    ['nothing for a draft elsewhere', saved, { url: 'http://new:1' }, { needs_secret: true }],
    ['nothing for one that is off', saved, { url: 'http://new:1', enabled: false }, { needs_secret: true }],
    ['a draft that is off', saved, { enabled: false }, { proxy: null }],
    ['nothing saved', off, {}, { proxy: null }],
    ['an address that cannot be one', off, { url: 'nonsense' }, { problem: expect.any(String) }],
    ['on without an address', off, { enabled: true }, { problem: expect.any(String) }],
  ])('goes through %s', (_what, current, change, expected) => {
    expect(proxyToTry(current, change)).toEqual(expected)
  })
})

describe('why a test failed (1/I)', () => {
  const fault = (cause: unknown) => new UpstreamFault({ upstream: 'TMDB', kind: 'unreachable', cause })
  it.each([
    ['a refused name', new Error('Proxy response (407) !== 200 when HTTP Tunneling'), 'unauthorized'],
    ['the same, further down', new Error('x', { cause: new Error('Required (407)') }), 'unauthorized'],
    ['SOCKS', Object.assign(new Error('no'), { code: 'UND_ERR_SOCKS5_AUTH_FAILED' }), 'unauthorized'],
    ['anything else', new Error('ECONNREFUSED'), 'unreachable'],
    ['nothing', undefined, 'unreachable'],
  ])('reads %s', (_what, cause, category) => {
    expect(categoryOf(fault(cause))).toBe(category)
  })
})
