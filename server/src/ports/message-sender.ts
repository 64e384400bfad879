/** Why a message was not delivered, or may not have been. Short codes, never the receiver's own text. */
export const MESSAGE_FAULTS = [
  'rate_limited',
  'unreachable',
  'insecure',
  'timeout',
  'connection_lost',
  'server_error',
  'no_receipt',
  'refused',
  'not_found',
  'unauthorized',
  'forbidden_address',
  'wrong_channel',
  'not_configured',
  'not_confirmed',
  'no_external_address',
  'secret_unreadable',
  'interrupted',
  'expired',
] as const
export type MessageFault = (typeof MESSAGE_FAULTS)[number]

/**
 * What became of one message. `retry`: it was certainly not delivered, and may be sent again. `unconfirmed`: it may have
 * been delivered, so it is never sent again (2:4.10).
 */
export type MessageOutcome =
  /** `pause_ms`: the receiver wants no other message before that. */
  | { kind: 'sent'; pause_ms?: number }
  | { kind: 'retry'; reason: MessageFault; after_ms?: number }
  | { kind: 'failed'; reason: MessageFault }
  | { kind: 'unconfirmed'; reason: MessageFault }

/** Where it goes: what an admin or person entered, opened from its box. */
export interface MessageTarget {
  address: string
  secret: string | null
  /** Whether it was entered by a person for themselves: then only public addresses are called (C64). */
  is_personal: boolean
  /** Of a webhook: the JSON to send, with placeholders (C64); absent: the usual one. */
  template?: string | undefined
}

export interface MessageField {
  name: string
  value: string
}

/** Plain text: senders escape what their product would read as markup. */
export interface Message {
  /** What title and body are written in; English if absent. */
  language?: string
  /** What a link to `url` says, where the product shows one. */
  link_text?: string
  /** The alert type (1/4.14), or `test`. */
  event: string
  title: string
  body: string
  /** An absolute address in this server; absent without an external address. */
  url?: string
  /** An absolute address of a picture that anybody may fetch; absent when there is none. */
  image_url?: string
  /** Short facts below the text: requester, library, formats. */
  fields?: readonly MessageField[]
  /** When the fact happened, RFC 3339. */
  occurred_at: string
  /** The data of the alert (1/4.14), flat. */
  data: Readonly<Record<string, string | number | boolean>>
}

/** One product that takes messages. Throws only when aborted by the caller's signal. */
export interface MessageSender {
  send(target: MessageTarget, message: Message, signal: AbortSignal): Promise<MessageOutcome>
}
