/** RFC 5321, 4.5.3.1 */
const MAX_LOCAL = 64
const MAX_ADDRESS = 254

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const LABEL = '[\\p{L}\\p{N}]([\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const DOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`, 'u')

/** One address such as `mia@example.org`: nothing in it can end a header or begin another address. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  return (
    text.length <= MAX_ADDRESS &&
    local.length <= MAX_LOCAL &&
    LOCAL.test(local) &&
    DOMAIN.test(text.slice(at + 1))
  )
}

/** RFC 5322: an address, and the name that mail programs show. */
export interface Mailbox {
  name: string
  address: string
}

/** `foyer@example.org` or `Foyer <foyer@example.org>`; null: neither. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inner] = /^(?:"([^"\\]*)"|([^"<>@,;:\\]*?))\s*<([^<>]*)>$/.exec(text) ?? []
  const address = inner ?? text
  const name = (quoted ?? plain ?? '').trim()
  return isMailAddress(address) && !/\p{Cc}/u.test(name) ? { name, address } : null
}
