import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import { createSentenceTeller } from './sentence-teller.ts'

/** What the server says of a message, in the reader's language. */
export const messageSentence = createSentenceTeller(MESSAGE_SENTENCES, (t, reason, values) =>
  t(`message_sentences.${reason}`, values),
)
