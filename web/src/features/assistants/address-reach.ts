/** Names that are never found on the internet. */
const LOCAL_NAME = /(^|\.)(localhost|local|lan|home|internal|home\.arpa)$/

/** Loopback, private, link-local and carrier-grade addresses. */
const LOCAL_IPV4 =
  /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

/** Loopback, unique local and link-local addresses. */
const LOCAL_IPV6 = /^\[(::1\]|f[cd]|fe[89ab])/

/**
 * Whether assistants that run in a cloud can use an address: `plain` without https, `local` inside the own network.
 * An https name may still be reachable from inside only; a browser cannot find that out.
 */
export function addressReach(address: string): 'public' | 'plain' | 'local' {
  const { protocol, hostname } = new URL(address)
  const has_dot = hostname.includes('.') || hostname.startsWith('[')
  if (!has_dot || LOCAL_NAME.test(hostname) || LOCAL_IPV4.test(hostname) || LOCAL_IPV6.test(hostname))
    return 'local'
  return protocol === 'https:' ? 'public' : 'plain'
}
