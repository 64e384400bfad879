import { findChangeObjection, findChangeSentence } from '@foyer/contract/tool-access/change-sentences'
import type { TFunction } from 'i18next'
import { createTranslator } from './sentence-translator.ts'
import { upstreamSentence } from './upstream-sentence.ts'

const objection = createTranslator(findChangeObjection, (t, name, values) =>
  t(`change_sentences.${name}`, values),
)

/** What the server says of a change of a manager's configuration, in the reader's language; any other text as it is. */
export function changeSentence(t: TFunction, text: string): string {
  const found = findChangeSentence(text)
  if (!found) return upstreamSentence(t, text)
  const { reasons } = found.values
  const translated = reasons && {
    reasons: reasons
      .split('; ')
      .map(one => objection(t, one))
      .join('; '),
  }
  return t(`change_sentences.${found.name}`, {
    replace: { ...found.values, ...translated },
    defaultValue: text,
  })
}
