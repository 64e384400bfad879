import delivery_sentences from './delivery-sentences.json'
import message_sentences from './message-sentences.json'
import remediation_sentences from './remediation-sentences.json'
import upstream_sentences from './upstream-sentences.json'

/** Never loaded: the server says these in English itself; see lib/sentence-teller.ts. Other languages translate them. */
export const serverSentences = {
  delivery_sentences,
  message_sentences,
  remediation_sentences,
  upstream_sentences,
}
