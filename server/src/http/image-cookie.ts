import type { RouteDefinition } from '@foyer/contract/route'
import type { IncomingHttpHeaders } from 'node:http'

const COOKIE = /(?:^|;\s*)foyer_images=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+)/

/** R14: for image elements, which cannot set a header. The cookie only opens image relays. */
export function opensByCookie({ method, cache }: RouteDefinition): boolean {
  return method === 'GET' && cache === 'image'
}

/** The cookie's token, unless the caller sent a header: then only the header counts. */
export function imageToken({ authorization, cookie }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined && cookie !== undefined ? COOKIE.exec(cookie)?.[1] : undefined
}
