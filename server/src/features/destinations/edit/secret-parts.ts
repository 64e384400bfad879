import type { Recipient } from '../send/message-dispatch.ts'

/**
 * What must never appear in a log. Besides the secret it is the address, whose path is one as well: a chat webhook's
 * token, the topic that anybody may write to. Chat ids and e-mail addresses let nobody in.
 */
export function secretPartsOf({ kind, owner_id, config: { address, secret } }: Recipient): string[] {
  if (owner_id !== null) return secret !== null && TOKEN.test(secret) ? [secret] : []
  const known = secret === null ? [] : [secret]
  if (secret?.includes(':')) known.push(secret.slice(secret.indexOf(':') + 1))
  const url = kind === 'telegram' || kind === 'email' ? null : URL.parse(address)
  if (!url || (url.pathname === '/' && url.search === '')) return known
  const token = kind === 'discord' ? [url.pathname.slice(url.pathname.lastIndexOf('/') + 1)] : []
  // Not the path alone: a topic may be an ordinary word.
  return [...known, address, ...token]
}

/**
 * Of ntfy and of Telegram. Secrets are also removed from what other people are shown of the library managers, so
 * nobody but an admin may declare a text of their own choice to be one: `status`, or the address of every poster.
 */
const TOKEN = /^(?:tk_\w{20,}|\d{6,}:[\w-]{30,})$/
