import { isLoopbackHost } from '#kit/loopback.ts'

export type ApplicationType = 'web' | 'native'

const MAX_LENGTH = 2048
/** The characters of an address (RFC 3986). Programs disagree about how to read any others. */
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~:/?@!$&'()*+,;=%[\]-]+$/
/** The address without its port, in two parts. */
const LOOPBACK = /^(http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]))(?::(\d{1,5}))?([/?].*|)$/i
const MAX_PORT = 65_535

/** Schemes that run something in the browser, read a file or start a program with another purpose. */
const FORBIDDEN_SCHEMES = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'content',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'javascript',
  'jar',
  'mailto',
  'moz-extension',
  'resource',
  'search-ms',
  'sms',
  'ssh',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
])

/**
 * Whether a tool client may register this redirect address (2/4.5). `web` and given: https only. Not given: https, or
 * http to this machine. `native`: those, and schemes that belong to an app.
 */
export function isRedirectAllowed(address: string, application_type: ApplicationType | undefined): boolean {
  if (address.length > MAX_LENGTH || !ADDRESS.test(address) || !URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '' || address.includes('@')) return false
  if (protocol === 'https:') return hostname !== '' && /^https:\/\/[^/]/i.test(address)
  if (protocol === 'http:')
    return application_type !== 'web' && isLoopbackHost(hostname) && loopbackParts(address) !== null
  return application_type === 'native' && !FORBIDDEN_SCHEMES.has(protocol.slice(0, -1))
}

/**
 * Whether the address of an authorization request is one of those that were registered: the same text. Only the port
 * of http to this machine may differ, because native apps take a free one (RFC 8252 §7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], address: string): boolean {
  if (registered.includes(address)) return true
  const wanted = loopbackParts(address)
  if (!wanted) return false
  return registered.some(one => {
    const known = loopbackParts(one)
    return known !== null && known.host === wanted.host && known.rest === wanted.rest
  })
}

/** Null for anything but http to this machine. */
function loopbackParts(address: string): { host: string; rest: string } | null {
  const match = LOOPBACK.exec(address)
  if (!match || !ADDRESS.test(address) || address.includes('@')) return null
  const [, host = '', port, rest = ''] = match
  return port !== undefined && Number(port) > MAX_PORT ? null : { host, rest }
}

/** The address with the parameters of an answer. The text of the client stays as it is. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`
}

/** Where the answer goes, in words: the host, or the scheme of an app. */
export function placeOf(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1)
}
