import { isIP, isIPv6 } from 'node:net'
import { BlockList } from 'node:net'
import { z } from 'zod'
import { isLocalHost } from '#kit/public-address.ts'

const HOME = new BlockList()
HOME.addSubnet('127.0.0.0', 8, 'ipv4')
HOME.addSubnet('10.0.0.0', 8, 'ipv4')
HOME.addSubnet('172.16.0.0', 12, 'ipv4')
HOME.addSubnet('192.168.0.0', 16, 'ipv4')
HOME.addSubnet('169.254.0.0', 16, 'ipv4')
HOME.addSubnet('100.64.0.0', 10, 'ipv4')
HOME.addAddress('::1', 'ipv6')
HOME.addSubnet('fc00::', 7, 'ipv6')
HOME.addSubnet('fe80::', 10, 'ipv6')

/** Loopback or private. A name is, if only the local network can resolve it. */
function isHomeAddress(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (!isIP(host)) return isLocalHost(host)
  return HOME.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}

/** C41: a token may be sent over https to any address, and over plain http only to a home address. */
export function mayCarryToken(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHomeAddress(url.hostname))
}

const PlexAddress = z.object({
  protocol: z.string(),
  address: z.string(),
  port: z.number(),
  uri: z.string(),
  local: z.boolean(),
  relay: z.boolean().default(false),
})
export type PlexAddress = z.output<typeof PlexAddress>

/** The addresses of a server in the list of resources. */
export const Connections = z.array(PlexAddress).nullish()

/** The usable addresses of a server, best first: direct before relayed, https first, then local (C41). */
export function usableAddresses(addresses: readonly PlexAddress[]): string[] {
  const rank = (one: PlexAddress) =>
    (one.relay ? 4 : 0) + (one.uri.startsWith('https:') ? 0 : 2) + (one.local ? 0 : 1)
  return addresses
    .filter(one => mayCarryToken(one.uri))
    .sort((a, b) => rank(a) - rank(b))
    .map(one => one.uri.replace(/\/+$/, ''))
}
