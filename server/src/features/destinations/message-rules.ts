import { placeOf } from '#features/inbox/index.ts'
import { type AlertData, type AlertRecord, householdText, ownText } from '#features/notifications/index.ts'
import type { Message } from '#ports/message-sender.ts'

export interface MessageFacts {
  /** The owner; null: the household. */
  user_id: number | null
  /** The start of links to this server; null: the external address is not set. */
  link_base: string | null
  /** Null: there is no picture, or it is not known. */
  image_url: string | null
}

/** An alert in words, for one place. */
export function messageOf(alert: AlertRecord, { user_id, link_base, image_url }: MessageFacts): Message {
  const { type, created_at } = alert
  const { title, body } = user_id === null ? householdText(alert) : ownText(alert)
  const data = user_id === null ? withoutReason(alert) : alert.data
  return {
    event: type,
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
export function sampleMessage(facts: { link_base: string | null; now: string }): Message {
  return {
    event: 'test',
    title: 'Test from Foyer',
    body: 'It works: alerts from Foyer will arrive here.',
    ...(facts.link_base !== null && { url: facts.link_base }),
    occurred_at: facts.now,
    data: {},
  }
}
