import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import type { TFunction } from 'i18next'
import { createSentenceTranslator } from './sentence-translator.ts'

const tellLine = createSentenceTranslator(REMEDIATION_SENTENCES, (t, name, values) =>
  t(`remediation_sentences.${name}`, values),
)

/**
 * What the server says about a problem or a fix, line by line in the reader's language. Lines of managers, of the model
 * and of another version stay as they are.
 */
export function remediationSentence(t: TFunction, text: string): string {
  return text
    .split('\n')
    .map(line => tellLine(t, line))
    .join('\n')
}
