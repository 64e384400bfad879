import { findFieldSentence } from '@foyer/contract/field-sentences'
import type { TFunction } from 'i18next'
import { createTranslator } from './sentence-translator.ts'

/** What the server says beside a field, in the reader's language; any other sentence as it is. */
const fieldSentence = createTranslator(findFieldSentence, (t, name, values) =>
  t(`field_sentences.${name}`, values),
)

/** C58: the `fields` of a refusal, as a form shows them. */
export function fieldTexts(
  t: TFunction,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, fieldSentence(t, text)]))
}
