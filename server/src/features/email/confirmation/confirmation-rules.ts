import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { isLocalHost } from '#kit/public-address.ts'
import type { Message } from '#ports/message-sender.ts'
import type { Texts } from '#texts/texts.ts'

/** C64: how long a link works. */
export const LINK_MS = 7 * DAY_MS

/** For how long sent links count. */
export const COUNTED_MS = 60 * MINUTE_MS

const PER_PERSON = 5

export interface SentLink {
  sent_at: string
  is_same_address: boolean
  is_same_person: boolean
}

/**
 * When the next link may go out: one a minute to an address, regardless of who entered it, and five an hour for a
 * person. An address may belong to a stranger, whose mailbox must not be filled from here.
 */
export function nextLinkAt(sent: readonly SentLink[], now: number): number {
  const times = (links: readonly SentLink[]) =>
    links.map(link => Date.parse(link.sent_at)).sort((a, b) => b - a)
  const [last_to_address] = times(sent.filter(link => link.is_same_address))
  const fifth_of_person = times(sent.filter(link => link.is_same_person))[PER_PERSON - 1]
  return Math.max(
    now,
    last_to_address === undefined ? 0 : last_to_address + MINUTE_MS,
    fifth_of_person === undefined ? 0 : fifth_of_person + COUNTED_MS,
  )
}

/**
 * What the link begins with: the external address, else the one by which the person reached this server. That one is
 * their own word (a `Host` can be anything), and the e-mail may go to a stranger: a name on the internet is not taken
 * from it. Null: there is none.
 */
export function linkOrigin(external_url: string, origin: string): string | null {
  if (external_url !== '') return external_url
  return isLocalHost(new URL(origin).hostname) ? origin : null
}

/** Only the server's own words: a stranger must not read what somebody else chose. */
export function confirmationMessage({
  url,
  server_name,
  texts,
  now,
}: {
  url: string
  server_name: string
  texts: Texts
  now: string
}): Message {
  const server = server_name
  return {
    event: 'confirm_address',
    language: texts.language,
    link_text: texts.say('email.confirm.open'),
    title: texts.say('email.confirm.heading'),
    body: [texts.say('email.confirm.body', { server }), texts.say('email.confirm.ignore')].join('\n'),
    url,
    occurred_at: now,
    data: {},
  }
}
