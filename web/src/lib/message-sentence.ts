import { MESSAGE_SENTENCES, type MessageReason } from '@foyer/contract/destinations/message-sentences'
import type { TFunction } from 'i18next'

const REASONS = new Map<string, MessageReason>(
  Object.entries(MESSAGE_SENTENCES).map(([reason, sentence]) => [sentence, reason as MessageReason]),
)

/** A sentence of the server about a message, in the reader's language; one of another version as it is. */
export function messageSentence(t: TFunction, sentence: string): string {
  const reason = REASONS.get(sentence)
  return reason ? t(`message_sentences.${reason}`) : sentence
}
