import { UPSTREAM_SENTENCES } from '@foyer/contract/upstream-sentences'
import type { TFunction } from 'i18next'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'
import { createSentenceFinder } from './sentence-values.ts'

const find = createSentenceFinder(UPSTREAM_SENTENCES)

/** What the server says of a service that failed, in the reader's language; any other sentence as it is. */
export function upstreamSentence(t: TFunction, text: string): string {
  const found = find(text)
  // English is the server's own, so that its texts need not be loaded for it.
  return found ? t(`upstream_sentences.${found.name}`, { value: found.value, defaultValue: text }) : text
}

/** For admins, who know the connected services by name: the server's own sentence names the one that failed. */
export function upstreamText(t: TFunction, error: unknown): string {
  return error instanceof ApiError && error.code === 'upstream_failed'
    ? upstreamSentence(t, error.message)
    : errorText(t, error)
}
