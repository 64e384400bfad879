import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createTestLog } from '#test/test-log.ts'
import { createPlaceReader } from './forwarded.ts'
import { createUntrustedProxy } from './untrusted-proxy.ts'

const FORWARDED = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

function open(trusted: readonly string[] = []) {
  const log = createTestLog()
  const proxy = createUntrustedProxy(log)
  const places = createPlaceReader(trusted, proxy.see)
  const request = (peer: string, headers: object = FORWARDED) =>
    ({ headers: { host: 'foyer', ...headers }, socket: { remoteAddress: peer } }) as IncomingMessage
  return {
    address: proxy.address,
    ip: (peer: string, headers?: object) => places.ip(request(peer, headers)),
    origin: (peer: string, headers?: object) => places.origin(request(peer, headers)),
    warnings: () => log.entries.filter(({ level }) => level === 'warn'),
  }
}

describe('a proxy that is not trusted', () => {
  it('is remembered by its address, and what it says about visitors stays ignored', () => {
    const { ip, origin, address } = open(['10.0.0.1'])
    expect(address()).toBeNull()
    expect(ip('172.18.0.1')).toBe('172.18.0.1')
    expect(address()).toBe('172.18.0.1')
    expect(origin('::ffff:192.168.1.2', { 'x-forwarded-proto': 'https' })).toBe('http://foyer')
    expect(address()).toBe('192.168.1.2')
    ip('fd00::7')
    expect(address()).toBe('fd00::7')
  })

  it('is none that is trusted, and nobody who sends no forwarded header', () => {
    const { ip, origin, address, warnings } = open(['172.18.0.0/16'])
    expect(ip('172.18.0.1')).toBe('203.0.113.9')
    expect(origin('172.18.0.1')).toBe('https://foyer')
    ip('192.168.1.2', {})
    origin('192.168.1.2', {})
    expect([address(), warnings()]).toEqual([null, []])
  })

  it('is nobody of the internet, who forges headers and would be trusted by mistake', () => {
    const { ip, address, warnings } = open()
    for (const peer of ['198.51.100.7', '::ffff:198.51.100.7', '2001:db8::1', '']) ip(peer)
    expect([address(), warnings()]).toEqual([null, []])
  })

  it('is logged once for each address, however they take turns, and a few addresses at most', () => {
    const { ip, warnings } = open()
    for (const peer of ['172.18.0.2', '172.18.0.3', '172.18.0.2', '::ffff:172.18.0.3']) ip(peer)
    expect(warnings()).toMatchObject([{ address: '172.18.0.2' }, { address: '172.18.0.3' }])
    for (let i = 0; i < 100; i += 1) ip(`10.0.0.${i}`)
    expect(warnings()).toHaveLength(16)
  })
})
