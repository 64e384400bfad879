import { BlockList, isIP } from 'node:net'

interface NameRule {
  /** Without a leading dot; empty matches every name. */
  name: string
  port: string
}

/** Parses `NO_PROXY`: separated by commas or spaces. */
export function splitNoProxy(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(entry => entry !== '')
}

/**
 * Compiles a no-proxy list into a function that returns whether a URL is called directly. Entries are names (which
 * include their subdomains, with or without a leading `.` or `*.`), addresses, CIDR ranges and `*`; a name or address
 * may end in `:port`. Names are not resolved, and a malformed entry matches nothing.
 */
export function compileNoProxy(entries: readonly string[]): (url: URL) => boolean {
  const ranges = new BlockList()
  const names: NameRule[] = []
  for (const entry of entries) {
    const text = entry.trim().toLowerCase()
    if (text !== '' && !addRange(ranges, text)) names.push(parseName(text))
  }
  return url => {
    const host = bareHost(url.hostname)
    const port = url.port || (url.protocol === 'https:' ? '443' : '80')
    const family = isIP(host)
    if (family !== 0 && ranges.check(host, family === 6 ? 'ipv6' : 'ipv4')) return true
    return names.some(rule => (rule.port === '' || rule.port === port) && nameMatches(rule.name, host))
  }
}

function addRange(ranges: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const host = bareHost(address)
  const family = isIP(host)
  if (family === 0 || rest.length > 0) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) {
    ranges.addAddress(host, type)
    return true
  }
  if (!/^\d+$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32)) return false
  ranges.addSubnet(host, Number(bits), type)
  return true
}

function parseName(text: string): NameRule {
  const port = /:(\d+)$/.exec(text)
  const host = port ? text.slice(0, port.index) : text
  return { name: host === '*' ? '' : bareHost(host.replace(/^\*?\./, '')), port: port?.[1] ?? '' }
}

function nameMatches(name: string, host: string): boolean {
  if (name === '' || host === name) return true
  // "0.0.1" must not be taken for a parent domain of 127.0.0.1.
  return isIP(host) === 0 && host.endsWith(`.${name}`)
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
