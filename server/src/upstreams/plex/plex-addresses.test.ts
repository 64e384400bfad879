import { describe, expect, it } from 'vitest'
import { isOlder } from '../probe/probe.ts'
import { mayCarryToken, type PlexAddress, usableAddresses } from './plex-addresses.ts'

describe('addresses of an invite server (C41)', () => {
  it.each([
    ['https://203.0.113.5:32400', true],
    ['http://127.0.0.1:32400', true],
    ['http://[::1]:32400', true],
    ['http://192.168.1.5:32400', true],
    ['http://10.1.2.3', true],
    ['http://172.31.0.9', true],
    ['http://[fd00::1]', true],
    ['http://plex:32400', true],
    ['http://plex.local:32400', true],
    ['http://plex.example.com:32400', false],
    ['https://plex.example.com:32400', true],
    ['http://203.0.113.5:32400', false],
    ['http://172.32.0.9', false],
    ['http://[2001:db8::1]', false],
    ['ftp://127.0.0.1', false],
    ['nowhere', false],
  ])('%s may carry a token: %s', (address, expected) => expect(mayCarryToken(address)).toBe(expected))

  it('come https first and direct before relayed, and public plain http not at all', () => {
    const address = (uri: string, more: Partial<PlexAddress> = {}): PlexAddress => ({
      protocol: uri.split(':')[0] ?? '',
      address: '',
      port: 32400,
      uri,
      local: false,
      relay: false,
      ...more,
    })
    expect(
      usableAddresses([
        address('http://203.0.113.5:32400'),
        address('https://relay.example', { relay: true }),
        address('http://192.168.1.5:32400', { local: true }),
        address('https://far.plex.direct:32400/'),
        address('https://near.plex.direct:32400', { local: true }),
      ]),
    ).toEqual([
      'https://near.plex.direct:32400',
      'https://far.plex.direct:32400',
      'http://192.168.1.5:32400',
      'https://relay.example',
    ])
  })
})

it.each([
  ['10.7.9', [10, 8], true],
  ['10.8.0', [10, 8], false],
  ['v12.0.0', [10, 8], false],
  ['9.99', [10, 8], true],
  ['4.9.1.90', [4], false],
  ['nightly', [10, 8], false],
] as const)('%s is older than %j: %s', (version, oldest, expected) => {
  expect(isOlder(version, oldest)).toBe(expected)
})
