/** Only addresses of web pages become links; `javascript:`, `data:` and relative ones do not. */
export function safeUrl(address: string): string {
  return hostOf(address) ? address : ''
}

/** The host a link leads to; undefined if it is not the address of a web page. */
export function hostOf(address: string | undefined): string | undefined {
  if (!address || !/^https?:\/\//i.test(address)) return undefined
  return URL.parse(address)?.host || undefined
}
