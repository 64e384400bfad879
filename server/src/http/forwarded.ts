import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { Refusal } from '#kit/refusal.ts'

const NAME = /^[a-z0-9_](?:[a-z0-9_-]|\.(?!\.)){0,252}$/i
const HOST = /^(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}))?$/
/** A name of 253 characters and a port. */
const MAX_HOST_LENGTH = 259
/** Far more names than one server has; a flood of invented ones must not fill the memory. */
const MAX_KNOWN_HOSTS = 1000

/** RFC 9110 §7.2: a name or an address, optionally with a port, and nothing else. */
function isHost(text: string): boolean {
  const [, host = '', port] = HOST.exec(text) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false
  const isAddress = host.startsWith('[') && isIPv6(host.slice(1, -1)) && !host.includes('%')
  // Text that looks like an IPv4 address must be one, otherwise links with it would be invalid.
  return (isAddress || NAME.test(host)) && URL.canParse(`http://${text}`)
}

const knownHosts = new Map<string, boolean>()

function isKnownHost(text: string): boolean {
  // Clients may send anything: the cache is bounded in number and length.
  if (text.length > MAX_HOST_LENGTH) return false
  const known = knownHosts.get(text)
  if (known !== undefined) return known
  if (knownHosts.size >= MAX_KNOWN_HOSTS) knownHosts.clear()
  const valid = isHost(text)
  knownHosts.set(text, valid)
  return valid
}

/** Exactly one valid Host. Only HTTP/1.0 may omit it (RFC 9112 §3.2). */
export function hasValidHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0
  return isKnownHost(headers.host) && countHosts(rawHeaders) <= 1
}

/** Node keeps the first of several and drops the others silently. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

export function invalidHost(): Refusal {
  return new Refusal('validation', {
    error: 'Send exactly one Host header, with a host name or address and at most a port.',
  })
}

/**
 * Determines where a request came from and the address it used for this server. Forwarded headers count only from
 * these proxies, and only when they are valid.
 */
export function createPlaceReader(
  trusted_proxies: readonly string[],
  /** Receives the peer of a request whose forwarded headers were ignored. */
  onIgnored?: (peer: string) => void,
) {
  const isTrusted = createTrust(trusted_proxies)
  /** Asked only where an address matters, which hot reads do not reach. */
  function isFromProxy({ headers, socket }: IncomingMessage): boolean {
    const peer = socket.remoteAddress ?? ''
    if (isTrusted(peer)) return true
    if (headers['x-forwarded-for'] !== undefined || headers['x-forwarded-proto'] !== undefined)
      onIgnored?.(peer)
    return false
  }
  return {
    ip(request: IncomingMessage): string {
      const peer = request.socket.remoteAddress ?? ''
      return isFromProxy(request) ? clientAddress(peer, request.headers['x-forwarded-for'], isTrusted) : peer
    },
    origin(request: IncomingMessage): string {
      const { headers, socket } = request
      const isForwarded = isFromProxy(request)
      const host = isForwarded && forwardedHost(headers['x-forwarded-host'])
      const scheme = isForwarded && forwardedScheme(headers['x-forwarded-proto'])
      const own = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
      return `${scheme || own}://${host || headers.host || localHost(request)}`
    },
  }
}

export type PlaceReader = ReturnType<typeof createPlaceReader>

function createTrust(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return address => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * The right-most entry that is not a trusted proxy (0.5). If an entry is not an address, neither it nor the entries
 * before it are reliable: the hop that forwarded it counts.
 */
function clientAddress(
  peer: string,
  forwarded: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  const entries = String(forwarded ?? '').split(',')
  let address = peer
  while (isTrusted(address) && entries.length > 0) {
    const next = addressIn(entries.pop()?.trim() ?? '')
    if (next === null) return address
    address = next
  }
  return address
}

/** Some proxies forward `203.0.113.9:4711` or `[2001:db8::1]:4711`. */
const WITH_PORT = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\])(?::\d{1,5})?$/

function addressIn(entry: string): string | null {
  const address = (WITH_PORT.exec(entry)?.[1] ?? entry).replace(/^\[|\]$/g, '')
  // A zone is only meaningful on its own machine; anybody can invent one.
  return isIP(address) !== 0 && !address.includes('%') ? address : null
}

/** The last entry of a list, written by the nearest proxy. */
function lastOf(header: string | string[] | undefined): string {
  return (
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  )
}

function forwardedHost(header: string | string[] | undefined): string | undefined {
  const host = lastOf(header)
  return isKnownHost(host) ? host : undefined
}

function forwardedScheme(header: string | string[] | undefined): 'http' | 'https' | undefined {
  const scheme = lastOf(header).toLowerCase()
  return scheme === 'http' || scheme === 'https' ? scheme : undefined
}

/** HTTP/1.0 without a Host: the local address of the connection. */
function localHost({ socket }: IncomingMessage): string {
  const address = socket.localAddress ?? 'localhost'
  return `${isIPv6(address) ? `[${address}]` : address}:${socket.localPort ?? 80}`
}
