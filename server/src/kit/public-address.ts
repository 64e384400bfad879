import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose ranges that the internet does not route: private, loopback, link-local and the like. */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Everything outside 2000::/3 is unassigned, local or a translation; these are the exceptions inside it. */
const NOT_PUBLIC_6 = [
  ['2001:db8::', 32],
  ['3fff::', 20],
  // Teredo and 6to4 carry an IPv4 address that may be private.
  ['2001::', 32],
  ['2002::', 16],
] as const

const notPublic = new BlockList()
for (const [net, bits] of NOT_PUBLIC_4) notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_6) notPublic.addSubnet(net, bits, 'ipv6')
const unicast6 = new BlockList()
unicast6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to the internet. False for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return unicast6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}

/** Names that only local networks and this machine resolve (RFC 6761, 6762, 8375, and what routers use). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|localdomain|lan|home|home\.arpa|internal|intranet|corp)$/

/**
 * Whether the host of an address is local as far as its spelling tells: an address outside the internet, a name
 * without a domain, or a name below a local domain. Other names may resolve to local addresses all the same.
 */
export function isLocalHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || LOCAL_NAME.test(host)
}
