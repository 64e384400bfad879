import { findDeliverySentence } from '@foyer/contract/requests/delivery-sentences'
import type { TFunction } from 'i18next'
import { upstreamSentence } from './upstream-sentence.ts'

/**
 * What the server says of a delivery, or of the match of its show, in the reader's language; one of another version as
 * it is. Such a sentence may hold another one, of which every part is told by itself.
 */
export function deliverySentence(t: TFunction, text: string): string {
  const found = findDeliverySentence(text)
  if (!found) return upstreamSentence(t, text)
  const { reason } = found.values
  const replace = { ...found.values, ...(reason !== undefined && { reason: deliverySentence(t, reason) }) }
  // English is the server's own language, and its texts are not loaded.
  return t(`delivery_sentences.${found.name}`, { replace, defaultValue: text })
}
