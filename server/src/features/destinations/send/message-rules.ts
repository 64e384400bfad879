import { placeOf } from '#features/inbox/index.ts'
import { type AlertData, type AlertRecord, householdText, ownText } from '#features/notifications/index.ts'
import type { Texts } from '#texts/texts.ts'
import type { Message } from '#ports/message-sender.ts'

export interface MessageFacts {
  texts: Texts
  /** What people call this server. */
  server_name: string
  /** The owner; null: the household. */
  user_id: number | null
  /** The start of links to this server; null: the external address is not set. */
  link_base: string | null
  /** Null: there is no picture, or it is not known. */
  image_url: string | null
}

/** An alert in words, for one place. */
export function messageOf(alert: AlertRecord, facts: MessageFacts): Message {
  const { user_id, link_base, image_url, texts, server_name } = facts
  const { type, created_at } = alert
  const { title, body } = user_id === null ? householdText(alert, texts) : ownText(alert, texts)
  const data = user_id === null ? withoutReason(alert) : alert.data
  return {
    event: type,
    language: texts.language,
    link_text: texts.say('email.open', { server: server_name }),
    title,
    body,
    ...(link_base !== null && { url: `${link_base}${placeOf(type, data, user_id ?? undefined)}` }),
    ...(image_url !== null && { image_url }),
    occurred_at: created_at,
    data: present(data),
  }
}

/** The reason for declining is for the requester alone. */
function withoutReason({ type, data }: AlertRecord): AlertData {
  if (type !== 'request_decision') return data
  const { reason: _reason, ...others } = data
  return others
}

function present(data: AlertData): Message['data'] {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

/** What a test sends. */
export function sampleMessage(
  facts: Pick<MessageFacts, 'texts' | 'server_name' | 'link_base'> & { now: string },
): Message {
  const { texts, server_name, link_base, now } = facts
  return {
    event: 'test',
    language: texts.language,
    link_text: texts.say('email.open', { server: server_name }),
    title: texts.say('test.heading'),
    body: texts.say('test.body'),
    ...(link_base !== null && { url: link_base }),
    occurred_at: now,
    data: {},
  }
}
