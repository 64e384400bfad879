import { MESSAGE_SENTENCES } from '@foyer/contract/destinations/message-sentences'
import { createSentenceTranslator } from './sentence-translator.ts'

/** What the server says of a message, in the reader's language. */
export const messageSentence = createSentenceTranslator(MESSAGE_SENTENCES, (t, reason, values) =>
  t(`message_sentences.${reason}`, values),
)
