/**
 * Normalises an absolute http(s) address without user, query or fragment, and without a trailing slash; null if it
 * is not one (1/4.12). A path is kept, because a proxy may serve Foyer below one.
 */
export function acceptAddress(input: string): string | null {
  const text = input.trim()
  if (!URL.canParse(text) || /[?#\\]/.test(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '' || !/^https?:\/\/[^/]/i.test(text)) return null
  return url.origin + url.pathname.replace(/\/+$/, '')
}

export type OriginSource = 'external_address' | 'app'

/** 1/4.12: the external address, else the address that the app reports, else the origin of the request. */
export function chooseAddress(known: {
  external_url: string
  server_url: string | null
  request_origin: string
}): { address: string; origin_source: OriginSource } {
  if (known.external_url !== '') return { address: known.external_url, origin_source: 'external_address' }
  return { address: known.server_url ?? known.request_origin, origin_source: 'app' }
}
