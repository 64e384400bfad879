import { describe, expect, it } from 'vitest'
import { acceptAddress, chooseAddress } from './address-rules.ts'

describe('external addresses (1/4.12)', () => {
  it.each([
    ['https://media.example.org', 'https://media.example.org'],
    [' https://media.example.org/ ', 'https://media.example.org'],
    ['HTTPS://Media.Example.org:443', 'https://media.example.org'],
    ['http://192.168.1.5:5454', 'http://192.168.1.5:5454'],
    ['https://example.org/foyer//', 'https://example.org/foyer'],
    ['http://[::1]:5454', 'http://[::1]:5454'],
  ])('takes %s as %s', (given, kept) => {
    expect(acceptAddress(given)).toBe(kept)
    expect(acceptAddress(kept)).toBe(kept)
  })

  it.each([
    '',
    'media.example.org',
    '/foyer',
    '//media.example.org',
    'https:media.example.org',
    'ftp://media.example.org',
    'javascript:alert(1)',
    'https://ana@media.example.org',
    'https://ana:pw@media.example.org',
    'https://:pw@media.example.org',
    'https://media.example.org?',
    'https://media.example.org/?a=1',
    'https://media.example.org/#',
    'https://media.example.org\\@evil.example',
    'https://',
  ])('refuses %j', given => {
    expect(acceptAddress(given)).toBeNull()
  })
})

describe('what a link begins with (1/4.12)', () => {
  it('prefers the external address, then the word of the app, then the request', () => {
    const request_origin = 'http://c.example'
    const external_url = 'https://a.example'
    const server_url = 'http://b.example'
    const choose = (known: object) =>
      Object.values(chooseAddress({ external_url: '', server_url: null, request_origin, ...known }))
    expect(choose({ external_url, server_url })).toEqual([external_url, 'external_address'])
    expect(choose({ server_url })).toEqual([server_url, 'app'])
    expect(choose({})).toEqual([request_origin, 'app'])
  })
})
