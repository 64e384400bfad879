import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { OutboundRequest } from './transport.ts'

/** The URL with its query. Throws a fault of category `invalid_url` when it cannot be called. */
export function targetOf({ upstream, url: address, query = {} }: OutboundRequest): URL {
  const url = URL.parse(String(address))
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UpstreamFault({ upstream, kind: 'unreachable', category: 'invalid_url' })
  }
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

/** Lower-case names; the caller's headers take precedence over the defaults. */
export function headersOf(
  request: OutboundRequest,
  defaults: Record<string, string>,
): Record<string, string> {
  const headers = { ...defaults }
  if (request.json !== undefined) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value
  }
  return headers
}
