import { describe, expect, it } from 'vitest'
import { canUsePasskeys, isCounterPlausible, namePasskey, relyingParty } from './passkey-rules.ts'

describe('the relying party (1/4.1)', () => {
  it.each([
    ['', 'http://localhost:5454', 'localhost', ['http://localhost:5454']],
    ['', 'https://media.example.org:443', 'media.example.org', ['https://media.example.org']],
    [
      'https://media.example.org:8443/foyer',
      'http://localhost:5454',
      'media.example.org',
      ['http://localhost:5454', 'https://media.example.org:8443'],
    ],
  ])('of %j asked at %s is %s', (external_url, request_origin, rp_id, origins) => {
    expect(relyingParty({ external_url, request_origin, extra_origins: [] })).toEqual({ rp_id, origins })
  })

  it('adds the extra origins, each once', () => {
    const { origins } = relyingParty({
      external_url: 'https://a.example',
      request_origin: 'https://a.example',
      extra_origins: ['android:apk-key-hash:x', 'https://a.example'],
    })
    expect(origins).toEqual(['https://a.example', 'android:apk-key-hash:x'])
  })
})

describe('where passkeys can be used', () => {
  it.each([
    ['https://a.example', 'a.example', true],
    ['https://x.a.example:8443', 'a.example', true],
    ['https://xa.example', 'a.example', false],
    ['http://a.example', 'a.example', false],
    ['http://localhost:5454', 'localhost', true],
    ['http://localhost:5454', 'a.example', false],
    ['nonsense', 'a.example', false],
  ])('%s for %s: %s', (origin, rp_id, expected) => {
    expect(canUsePasskeys(origin, rp_id)).toBe(expected)
  })
})

describe('counters (WebAuthn §7.2)', () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [3, 4, true],
    [3, 3, false],
    [3, 0, false],
  ])('%i then %i: %s', (stored, given, expected) => {
    expect(isCounterPlausible(stored, given)).toBe(expected)
  })
})

it('names a passkey that was given no name', () => {
  expect([undefined, '  ', ' Laptop '].map(namePasskey)).toEqual(['Passkey', 'Passkey', 'Laptop'])
})
