/** Ports that an address may leave out and `URL` does not know. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

/** Scheme, host and port of an address as one text, however it is written; null when it names no host. */
export function originOf(address: string): string | null {
  const text = address.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null
  if (!url || url.hostname === '') return null
  // `URL` lower-cases names of http(s) only.
  const host = url.hostname.toLowerCase()
  return `${url.protocol}//${host}:${url.port || (DEFAULT_PORTS[url.protocol] ?? '')}`
}

export interface SecretMove {
  /** A secret is stored, and neither typed again nor cleared in the same change. */
  keeps_secret: boolean
  /** The address, or the origin, that the stored secret was saved for; empty when there was none yet. */
  saved_for: string
  /** The address as it would be from now on. */
  address: string
}

/**
 * C67: whether a change would send a stored secret to another origin (scheme, host, port) than it was saved for.
 * Such a change needs the secret typed again, so that whoever moves it has to know it. An address that names no
 * host gets nothing sent to it, and its own rules judge it.
 */
export function needsSecretAgain({ keeps_secret, saved_for, address }: SecretMove): boolean {
  const before = originOf(saved_for)
  const after = originOf(address)
  return keeps_secret && before !== null && after !== null && before !== after
}
