import change_sentences from './change-sentences.json'
import delivery_sentences from './delivery-sentences.json'
import field_sentences from './field-sentences.json'
import made_names from './made-names.json'
import message_sentences from './message-sentences.json'
import remediation_sentences from './remediation-sentences.json'
import upstream_sentences from './upstream-sentences.json'

/** Never loaded: the server says these in English itself; see lib/sentence-translator.ts. Other languages translate them. */
export const serverSentences = {
  change_sentences,
  delivery_sentences,
  field_sentences,
  made_names,
  message_sentences,
  remediation_sentences,
  upstream_sentences,
}
