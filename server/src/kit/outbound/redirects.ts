import { isSecretName } from '#kit/scrub-patterns.ts'
import type { OutboundRequest } from './transport.ts'

export const MAX_REDIRECTS = 5

const REDIRECTS = new Set([301, 302, 303, 307, 308])

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

/**
 * The URL to continue with, or null when the redirect must not be followed. 0.3: redirects are refused whenever a
 * credential is attached, because the other end chooses the target.
 */
export function redirectTarget(
  request: OutboundRequest,
  from: URL,
  location: string | undefined,
): URL | null {
  const { method, redirects = 'refuse', credential = looksCredentialed(request, from) } = request
  if (credential || redirects === 'refuse' || (method !== 'GET' && method !== 'HEAD')) return null
  const target = location === undefined ? null : URL.parse(location, from.href)
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return null
  const allowed = redirects === 'same_origin' ? target.origin === from.origin : redirects(target)
  return allowed ? target : null
}

/** Whether a header or a query parameter has the name of a secret. */
function looksCredentialed(request: OutboundRequest, url: URL): boolean {
  const headers = Object.entries(request.headers ?? {}).filter(([, value]) => value !== undefined)
  const names = [...headers.map(([name]) => name), ...url.searchParams.keys()]
  return names.some(isSecretName)
}
