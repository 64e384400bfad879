import type { DestinationKind } from '@foyer/contract/destinations/destination'
import type { DestinationConfig } from './destination-config.ts'

/**
 * What must never appear in a log. Besides the secret it is the address, whose path is one as well: a chat webhook's
 * token, the topic that anybody may write to. Chat ids and e-mail addresses let nobody in.
 */
export function secretPartsOf(kind: DestinationKind, { address, secret }: DestinationConfig): string[] {
  const known = secret === null ? [] : [secret]
  if (secret?.includes(':')) known.push(secret.slice(secret.indexOf(':') + 1))
  const url = kind === 'telegram' || kind === 'email' ? null : URL.parse(address)
  if (!url || (url.pathname === '/' && url.search === '')) return known
  const token = kind === 'discord' ? [url.pathname.slice(url.pathname.lastIndexOf('/') + 1)] : []
  // Not the path alone: a topic may be an ordinary word.
  return [...known, address, ...token]
}
