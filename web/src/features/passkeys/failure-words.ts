import type { TFunction } from 'i18next'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { errorWords } from '#lib/error-words.ts'
import { judgeFailure } from './passkey-failure.ts'

/** The sentence for a ceremony that failed, wherever it did; undefined when there is nothing to say. */
export function failureWords(t: TFunction, error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof ApiError || error instanceof ServerUnreachable) return errorWords(t, error)
  const failure = judgeFailure(error)
  return failure === 'replaced' ? undefined : t(`passkeys.failure.${failure}`)
}
