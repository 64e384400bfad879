import { BlockList, isIPv6 } from 'node:net'
import type { Log } from '#kit/log.ts'

/** A server has few proxies; beyond these the log stays silent. */
const MAX_WARNINGS = 16

/**
 * Where proxies of this machine and its network are. A request from elsewhere with such headers is rather somebody who
 * forges them, and an admin must not be told to trust that address.
 */
const NEAR = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Behind a provider, and in private networks such as Tailscale's.
  ['100.64.0.0', 10],
] as const)
  NEAR.addSubnet(address, bits, 'ipv4')
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')
NEAR.addSubnet('fe80::', 10, 'ipv6')

const MAPPED = /^::ffff:(?=\d+\.)/i
const ZONE = /%.*$/

/** Remembers the peer whose forwarded headers were ignored last, for admins who forgot APP_TRUSTED_PROXIES. */
export function createUntrustedProxy(log: Pick<Log, 'warn'>) {
  let last_peer = ''
  let address: string | null = null
  const warned = new Set<string>()
  return {
    see(peer: string): void {
      if (peer === last_peer) return
      const plain = peer.replace(MAPPED, '').replace(ZONE, '')
      if (plain === '' || !NEAR.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return
      last_peer = peer
      address = plain
      if (warned.has(plain) || warned.size >= MAX_WARNINGS) return
      warned.add(plain)
      log.warn(
        { address: plain },
        'forwarded headers are ignored: the proxy that sends them is not in APP_TRUSTED_PROXIES',
      )
    },
    /** Null: no such request has come since the start. */
    address: () => address,
  }
}

export type UntrustedProxy = ReturnType<typeof createUntrustedProxy>
