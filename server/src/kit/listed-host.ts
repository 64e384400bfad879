/** What an entry without a port allows: every port, or only the one that the scheme has by default. */
export type PortlessEntry = 'any_port' | 'default_port'

/** Whether an operator's list names the host of this address. Entries are `host` or `.suffix`, with `:port` or without. */
export function isListedHost(url: URL, hosts: readonly string[], portless: PortlessEntry): boolean {
  return hosts.some(entry => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return isNamed(url, name) && isPortAllowed(url, only, portless)
  })
}

function isNamed({ hostname }: URL, name: string): boolean {
  return name.startsWith('.') ? hostname.endsWith(name) && hostname.length > name.length : hostname === name
}

function isPortAllowed({ port, protocol }: URL, only: string | undefined, portless: PortlessEntry): boolean {
  if (only === undefined) return portless === 'any_port' || port === ''
  return only === (port || (protocol === 'https:' ? '443' : '80'))
}
