/** Default ports that `URL` does not know. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

/** Scheme, host and port of an address in normal form; null when it has no host. */
export function originOf(address: string): string | null {
  const text = address.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.hostname === '') return null
  // `URL` lower-cases names of http(s) only.
  const host = url.hostname.toLowerCase()
  return `${url.protocol}//${host}:${url.port || (DEFAULT_PORTS[url.protocol] ?? '')}`
}

export interface SecretMove {
  /** A secret is stored, and is neither entered again nor cleared in the same change. */
  keeps_secret: boolean
  /** The address or origin the stored secret was saved for; empty when there was none. */
  saved_for: string
  /** The new address. */
  address: string
}

/**
 * C67: whether a change would send a stored secret to another origin (scheme, host, port) than it was saved for. Such
 * a change requires that the secret is entered again, so that only somebody who knows it can move it. Nothing is sent
 * to an address without a host, which other rules judge.
 */
export function needsSecretAgain({ keeps_secret, saved_for, address }: SecretMove): boolean {
  const before = originOf(saved_for)
  const after = originOf(address)
  return keeps_secret && before !== null && after !== null && before !== after
}
