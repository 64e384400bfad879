import type { OutboundProxy, OutboundProxyChange } from '@foyer/contract/credentials'
import { needsSecretAgain, originOf } from '@foyer/contract/secret-origin'
import type { ProxySettings } from '#kit/outbound.ts'
import type { FaultCategory, UpstreamFault } from '#kit/upstream-fault.ts'
import type { SavedProxy } from './outbound-proxy-settings.ts'

const KINDS = ['http:', 'https:', 'socks5:']
/** RFC 1929 stores both lengths in one byte. */
const SOCKS_LOGIN_BYTES = 255

/** Partial: omitted fields stay; a blank password keeps the stored one (0.3). */
export function applyChange(saved: SavedProxy, change: OutboundProxyChange): SavedProxy {
  const url = change.url === undefined ? saved.url : change.url.trim().replace(/\/+$/, '')
  const password = change.password || (change.clear_password ? '' : saved.password)
  return {
    enabled: change.enabled ?? saved.enabled,
    url,
    username: change.username ?? saved.username,
    password,
    password_origin: password && ((keepsPassword(saved, change) && savedFor(saved)) || (originOf(url) ?? '')),
    no_proxy: change.no_proxy?.map(entry => entry.trim()) ?? saved.no_proxy,
  }
}

function keepsPassword(saved: SavedProxy, { password, clear_password }: OutboundProxyChange): boolean {
  return saved.password !== '' && !password && !clear_password
}

function savedFor({ url, password_origin }: SavedProxy): string {
  return password_origin || (originOf(url) ?? '')
}

/** C67: whether the stored password would be sent to another origin than it was saved for. */
export function movesPassword(saved: SavedProxy, change: OutboundProxyChange): boolean {
  return needsSecretAgain({
    keeps_secret: keepsPassword(saved, change),
    saved_for: savedFor(saved),
    address: change.url ?? saved.url,
  })
}

/** The problems of a proxy before it is saved, by field; empty when it is valid. */
export function findProblems(proxy: SavedProxy, change: OutboundProxyChange = {}): Record<string, string> {
  const problems: Record<string, string> = {}
  const url = urlProblem(proxy)
  if (url) problems['url'] = url
  const login = loginProblem(proxy)
  if (login) problems['username'] = login
  const entry = proxy.no_proxy.find(one => !isDirectEntry(one))
  if (entry !== undefined) {
    problems['no_proxy'] =
      'Use names such as example.org or .lan, addresses, ranges such as 10.0.0.0/8, or *.'
  }
  if (change.clear_password && change.password) {
    problems['clear_password'] = 'Give a new password or clear it, not both.'
  }
  return problems
}

function urlProblem({ url: text, enabled }: SavedProxy): string | undefined {
  if (text === '') return enabled ? 'Give the address of the proxy.' : undefined
  const url = /^[a-z0-9]+:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.hostname === '' || !KINDS.includes(url.protocol)) {
    return 'Use an address such as http://proxy.lan:3128, https://… or socks5://….'
  }
  // A password in the address would be visible to everybody who can see the address.
  if (url.username || url.password) return 'Give the name and the password in their own fields.'
  const bare = url.pathname === '' || url.pathname === '/'
  return bare && !url.search && !url.hash ? undefined : 'Leave out everything after the port.'
}

function loginProblem({ url, username, password }: SavedProxy): string | undefined {
  // RFC 7617: a colon would end the name.
  if (/[\p{Cc}:]/u.test(username)) return 'Use a name without colons and control characters.'
  const isLong = (text: string) => Buffer.byteLength(text) > SOCKS_LOGIN_BYTES
  const tooLong = url.startsWith('socks5:') && (isLong(username) || isLong(password))
  return tooLong ? 'SOCKS takes at most 255 bytes for a name and for a password.' : undefined
}

/** As the transport parses it: a name, an address, a range or `*`, optionally with a port. */
function isDirectEntry(entry: string): boolean {
  return entry === '*' || /^(\*?\.)?[\p{L}\p{N}_[\]:.-]+(\/\d{1,3})?$/u.test(entry)
}

export function presentProxy({ enabled, url, username, password, no_proxy }: SavedProxy): OutboundProxy {
  return { enabled, url, username, has_password: password !== '', no_proxy }
}

/** The proxy for external calls; null when the admin has not set one or it is off. */
export function proxyInForce(proxy: SavedProxy): ProxySettings | null {
  const { enabled, url, username, password, no_proxy } = proxy
  return enabled && url !== '' ? { url, username, password, no_proxy } : null
}

/**
 * The proxy to test. If the draft is off or has no address, the test goes without an admin's proxy; otherwise the
 * proxy is tested even before it is turned on, ignoring its exceptions.
 */
export function proxyToTry(saved: SavedProxy, change: OutboundProxyChange): ProxyToTry {
  if (movesPassword(saved, change)) return { needs_secret: true }
  const draft = { ...applyChange(saved, change), no_proxy: [] }
  const off = change.enabled === false || (draft.url === '' && !draft.enabled)
  if (off) return { proxy: null }
  const [problem] = Object.values(findProblems({ ...draft, enabled: true }))
  return problem ? { problem } : { proxy: proxyInForce({ ...draft, enabled: true }) }
}

type ProxyToTry = { proxy: ProxySettings | null } | { problem: string } | { needs_secret: true }

/** Categories of 1/I; a proxy that refuses the login reports it in its own ways. */
export function categoryOf(fault: UpstreamFault): FaultCategory {
  for (let error: unknown = fault.cause, depth = 0; error instanceof Error && depth < 5; depth++) {
    const code = 'code' in error ? String(error.code) : ''
    if (/\(407\)/.test(error.message) || code.startsWith('UND_ERR_SOCKS5_AUTH')) return 'unauthorized'
    error = error.cause
  }
  return fault.category
}

/** The sentences of a test are about the proxy, not about the service behind it. */
export const SENTENCES: Readonly<Record<FaultCategory, string>> = {
  invalid_url: 'Use an address such as http://proxy.lan:3128, https://… or socks5://….',
  unreachable: 'The metadata provider could not be reached. Check the address and the port of the proxy.',
  timeout: 'The metadata provider did not answer in time.',
  tls: 'The certificate at the other end could not be verified.',
  unauthorized: 'The proxy refused the name or the password.',
  wrong_service: 'Something else answered in place of the metadata provider.',
  incompatible: 'Something else answered in place of the metadata provider.',
  redirected: 'The proxy redirects instead of forwarding to the metadata provider.',
  upstream_error: 'Something else answered in place of the metadata provider.',
}
