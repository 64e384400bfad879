import { OidcFault } from '#ports/oidc-provider.ts'
import { isLoopbackHost } from '#kit/loopback.ts'

function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname)
}

/** 2/4.4: https, or http on this machine. Names no host, because the message may be shown. */
export function acceptIssuer(issuer: string): URL {
  const url = URL.parse(issuer)
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new OidcFault('misconfigured', 'The issuer is not a valid address.')
  if (url.protocol !== 'https:' && !isLoopbackHttp(url))
    throw new OidcFault('misconfigured', 'The issuer must use https.')
  return url
}

/** The provider names further addresses itself. They must be as safe as the issuer. */
export function assertSafeEndpoint(address: string, issuer: URL): void {
  const url = URL.parse(address)
  const is_safe = url && (url.protocol === 'https:' || (isLoopbackHttp(issuer) && isLoopbackHttp(url)))
  if (!is_safe) throw new OidcFault('misconfigured', 'The provider names an address without https.')
}
