import { REMEDIATION_SENTENCES, type RemediationSentence } from '@foyer/contract/remediation/sentences'
import type { TFunction } from 'i18next'

/** Each sentence as the text before its value and the text after it; undefined where there is no value. */
const SENTENCES = Object.entries(REMEDIATION_SENTENCES).map(([sentence, text]) => {
  const [before = '', after] = text.split('{{value}}')
  return { sentence: sentence as RemediationSentence, before, after }
})

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
  for (const { sentence, before, after } of SENTENCES) {
    const value = line.slice(before.length, line.length - (after?.length ?? 0))
    const is_said = line === before + value + (after ?? '') && (value === '') === (after === undefined)
    if (is_said) return t(`remediation_sentences.${sentence}`, { value })
  }
  return undefined
}
