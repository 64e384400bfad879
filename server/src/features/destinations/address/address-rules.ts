import { type DestinationKind, isPersonalKind } from '@foyer/contract/destinations/destination'
import { acceptEmail } from '#features/users/index.ts'
import { isListedHost } from '#kit/listed-host.ts'
import { isMailAddress } from '#kit/mailbox.ts'
import { isLocalHost } from '#kit/public-address.ts'

/** An address as it is stored, and what may be shown of it. */
export interface Place {
  address: string
  /** Host, chat id or masked e-mail address (C64). */
  target: string
}

export type Reading = Place | { problem: string }

export interface AddressRules {
  is_personal: boolean
  /** `APP_PRIVATE_DESTINATIONS`. */
  private_hosts: readonly string[]
  /** 2/4.10. */
  isChatWebhook: (address: string) => boolean
}

const NTFY_TOPIC = /^\/[\w-]{1,64}$/
const CHAT_ID = /^-?\d{1,20}$/
const CHANNEL_NAME = /^@[a-z]\w{3,31}$/i

/** C64: what each kind takes as its address. */
export function readAddress(kind: DestinationKind, address: string, rules: AddressRules): Reading {
  if (rules.is_personal && !isPersonalKind(kind)) return { problem: 'Only admins can add this kind.' }
  switch (kind) {
    case 'discord':
      return rules.isChatWebhook(address)
        ? { address, target: new URL(address).host }
        : {
            problem:
              'Enter the URL of a webhook as Discord shows it. It begins with https://discord.com/api/webhooks/.',
          }
    case 'telegram':
      return CHAT_ID.test(address) || CHANNEL_NAME.test(address)
        ? { address, target: address }
        : { problem: 'Enter the number of a chat, or the @name of a channel.' }
    case 'email':
      return readEmail(address)
    default:
      return readUrl(kind, address, rules)
  }
}

function readEmail(text: string): Reading {
  const address = acceptEmail(text)
  return address === null || !isMailAddress(address)
    ? { problem: 'Enter an e-mail address such as name@example.org.' }
    : { address, target: maskEmail(address) }
}

/** `m•••@example.org`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${at > 0 ? first : ''}•••${address.slice(at)}`
}

function readUrl(kind: 'ntfy' | 'gotify' | 'webhook', text: string, rules: AddressRules): Reading {
  // `URL` would remove line breaks and turn backslashes.
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null
  if (!url) return { problem: 'Enter an address that starts with https:// or http://.' }
  if (url.username || url.password) return { problem: 'Leave name and password out of the address.' }
  const problem = pathProblem(kind, url) ?? hostProblem(url, rules)
  return problem === null ? { address: url.href, target: url.host } : { problem }
}

function pathProblem(kind: 'ntfy' | 'gotify' | 'webhook', url: URL): string | null {
  if (url.hash !== '') return 'Leave out everything after the # sign.'
  if (kind === 'webhook') return null
  if (url.search !== '') return 'Leave out everything after the question mark.'
  if (kind === 'ntfy' && !NTFY_TOPIC.test(url.pathname)) {
    return 'Enter the server and the topic, such as https://ntfy.sh/my-topic.'
  }
  return null
}

/** Admins may reach any address; people only what is on the internet, or listed by the operator. */
function hostProblem(url: URL, { is_personal, private_hosts }: AddressRules): string | null {
  if (!is_personal || isListedHost(url, private_hosts, 'any_port')) return null
  if (url.protocol !== 'https:') return 'Enter an address that starts with https://.'
  return isLocalHost(url.hostname) ? 'Addresses on the local network are not allowed here.' : null
}

const IN_A_HEADER = /^[\x21-\x7e]+$/

/** Null: the secret can be used with this kind. */
export function secretProblem(kind: DestinationKind, secret: string): string | null {
  switch (kind) {
    case 'discord':
    case 'email':
      return 'This kind needs no secret.'
    case 'webhook':
      return null
    case 'ntfy':
      // `user:password` is encoded before it is sent.
      if (secret.includes(':')) return null
      break
    default:
      break
  }
  return IN_A_HEADER.test(secret) ? null : 'A token has no spaces and no special letters.'
}
