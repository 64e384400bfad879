import { describe, expect, it } from 'vitest'
import { isLocalHost, isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s belongs to the internet',
    address => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.251',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::fb',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '2001:0:a00:1::',
    'not an address',
    '',
  ])('%s does not', address => expect(isPublicAddress(address)).toBe(false))
})

describe('isLocalHost', () => {
  it.each([
    '127.0.0.1',
    '[::1]',
    '[fe80::1]',
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'nas',
    'nas.local',
    'nas.local.',
    'gotify.lan',
    'ntfy.home.arpa',
    'host.docker.internal',
  ])('%s is local', host => expect(isLocalHost(host)).toBe(true))

  it.each(['ntfy.sh', 'push.example.org', '1.1.1.1', '[2606:4700::1111]', 'local.example.org'])(
    '%s may be on the internet',
    host => expect(isLocalHost(host)).toBe(false),
  )
})
