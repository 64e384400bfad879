import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptUsername, faultOfPassword, isSecureOrigin, nameDevice, usernameKey } from './session-rules.ts'

describe('username (1/4.1)', () => {
  it.each([
    ['ana', 'ana'],
    ['  ana  ', 'ana'],
    ['Zoë', 'Zoë'],
    ['a'.repeat(128), 'a'.repeat(128)],
  ])('accepts %j', (given, expected) => expect(acceptUsername(given)).toBe(expected))

  it.each([[''], ['   '], ['a'.repeat(129)], ['a\u0000b'], ['a\nb'], ['\u0085x']])('refuses %j', given =>
    expect(acceptUsername(given)).toBeNull(),
  )

  it('compares without regard to case, space or composition', () => {
    expect(usernameKey(' ANA ')).toBe(usernameKey('ana'))
    expect(usernameKey('Zoe\u0308')).toBe(usernameKey('ZOË'))
  })
})

describe('password (R5)', () => {
  it('is 8 to 1024 characters, counted as people count them', () => {
    expect(faultOfPassword('1234567')).toBe('length')
    expect(faultOfPassword('12345678')).toBe('common')
    expect(faultOfPassword('8 places')).toBeNull()
    expect(faultOfPassword('🎬'.repeat(8))).toBeNull()
    expect(faultOfPassword('🎬'.repeat(7))).toBe('length')
    expect(faultOfPassword('a'.repeat(1024))).toBeNull()
    expect(faultOfPassword('a'.repeat(1025))).toBe('length')
  })

  it('is none that everybody tries first, in whatever capitals', () => {
    for (const common of ['password', 'PassWord', 'passw0rd', 'Football1']) {
      expect(faultOfPassword(common)).toBe('common')
    }
  })
})

describe('device name', () => {
  it('prefers the given one', () => expect(nameDevice(' Kitchen tablet ', 'curl/8')).toBe('Kitchen tablet'))

  it.each([
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Windows'],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown device'],
  ])('reads %j as %j', (agent, name) => expect(nameDevice(undefined, agent)).toBe(name))

  it('is never empty and never longer than 200 characters', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), agent => {
        const name = nameDevice(undefined, agent)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(200)
      }),
    )
  })
})

describe('passkeys need a secure origin', () => {
  it.each([
    ['https://media.example.org', true],
    ['http://localhost:5454', true],
    ['http://127.0.0.1:5454', true],
    ['http://[::1]:5454', true],
    ['http://media.example.org', false],
    ['http://10.0.0.2:5454', false],
    ['http://localhost.example.org', false],
    ['http://127.example.org', false],
  ])('%s → %s', (origin, secure) => expect(isSecureOrigin(origin)).toBe(secure))
})
