import { REMEDIATION_SENTENCES } from '@foyer/contract/remediation/sentences'
import type { TFunction } from 'i18next'
import { createSentenceFinder } from './sentence-values.ts'

const find = createSentenceFinder(REMEDIATION_SENTENCES)

/**
 * What the server says about a problem or a fix, line by line in the reader's language. Lines of managers, of the model
 * and of another version stay as they are.
 */
export function remediationSentence(t: TFunction, text: string): string {
  return text
    .split('\n')
    .map(line => translated(t, line) ?? line)
    .join('\n')
}

function translated(t: TFunction, line: string): string | undefined {
  const found = find(line)
  return found && t(`remediation_sentences.${found.name}`, { value: found.value })
}
