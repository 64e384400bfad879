import { describe, expect, it } from 'vitest'
import { needsSecretAgain, originOf } from './secret-origin.ts'

describe('the origin of an address (C67)', () => {
  it.each([
    ['http://radarr:7878', 'http://radarr:7878'],
    ['HTTP://Radarr:7878/movies/', 'http://radarr:7878'],
    ['http://radarr', 'http://radarr:80'],
    ['https://radarr:443/', 'https://radarr:443'],
    ['https://RÄDARR.example', 'https://xn--rdarr-gra.example:443'],
    ['http://127.1:7878', 'http://127.0.0.1:7878'],
    ['http://[::0001]:80', 'http://[::1]:80'],
    [' http://radarr ', 'http://radarr:80'],
    ['http://ann:pw@radarr', 'http://radarr:80'],
    ['socks5://Proxy.lan', 'socks5://proxy.lan:1080'],
    ['socks5://proxy.lan:1080/', 'socks5://proxy.lan:1080'],
    ['smtp://mail.example:25', 'smtp://mail.example:25'],
  ])('%s is %s', (address, origin) => {
    expect(originOf(address)).toBe(origin)
  })

  it.each(['', 'radarr:7878', 'http://', 'http:radarr', 'nonsense', '//radarr'])('%j has none', address => {
    expect(originOf(address)).toBeNull()
  })

  it('is the same for an origin and for an address below it', () => {
    for (const address of ['http://radarr/x', 'socks5://Proxy', 'https://a:8443/b'])
      expect(originOf(originOf(address) ?? '')).toBe(originOf(address))
  })
})

describe('a stored secret (C67)', () => {
  const saved_for = 'http://radarr:7878/movies'
  it.each([
    ['the same address', saved_for, false],
    ['another path', 'http://radarr:7878', false],
    ['another spelling', 'HTTP://RADARR:7878/', false],
    ['another host', 'http://thief:7878/movies', true],
    ['another port', 'http://radarr:7879/movies', true],
    ['another scheme', 'https://radarr:7878/movies', true],
    ['a name below it', 'http://radarr.thief:7878', true],
    ['a user that looks like it', 'http://radarr:7878@thief', true],
    ['no address', '', false],
  ])('is kept for %s: asked again %s', (_what, address, expected) => {
    expect(needsSecretAgain({ keeps_secret: true, saved_for, address })).toBe(expected)
    expect(needsSecretAgain({ keeps_secret: false, saved_for, address })).toBe(false)
  })

  it('accepts the first address that is entered', () => {
    expect(needsSecretAgain({ keeps_secret: true, saved_for: '', address: 'http://a' })).toBe(false)
  })
})
