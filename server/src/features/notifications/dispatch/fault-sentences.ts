import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import type { MessageFault } from '#ports/message-sender.ts'

/** Why a message did not arrive, or may not have, in one sentence. */
export function faultSentence(fault: MessageFault): string {
  return MESSAGE_SENTENCES[fault]
}

/** The detail of an outbox row; empty: nothing to say, or a code of another version. */
export function detailSentence(detail: string | null): string {
  if (detail === null) return ''
  const sentences: Partial<Record<string, string>> = MESSAGE_SENTENCES
  return sentences[detail] ?? ''
}
