import { UPSTREAM_SENTENCES } from '@foyer/contract/upstream-sentences'
import type { TFunction } from 'i18next'
import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'
import { createSentenceTranslator } from './sentence-translator.ts'

/** What the server says of a service that failed, in the reader's language; any other sentence as it is. */
export const upstreamSentence = createSentenceTranslator(UPSTREAM_SENTENCES, (t, name, values) =>
  t(`upstream_sentences.${name}`, values),
)

/** For admins, who know the connected services by name: the server's own sentence names the one that failed. */
export function upstreamText(t: TFunction, error: unknown): string {
  return error instanceof ApiError && error.code === 'upstream_failed'
    ? upstreamSentence(t, error.message)
    : errorText(t, error)
}
