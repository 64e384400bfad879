/**
 * Whether an operator's list names the host of this address. Entries are `host`, `host:port` or `.suffix`; an entry
 * without a port allows every port.
 */
export function isListedHost(url: URL, hosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return hosts.some(entry => {
    const [host = '', only] = entry.split(':')
    const matches = host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host
    return matches && (only === undefined || only === port)
  })
}
