import type { TFunction } from 'i18next'
import { ApiError, ServerUnreachable } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { judgeFailure } from './passkey-failure.ts'

/** The text for a failed ceremony; undefined if there is nothing to say. */
export function failureText(t: TFunction, error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof ApiError || error instanceof ServerUnreachable) return errorText(t, error)
  const failure = judgeFailure(error)
  return failure === 'replaced' ? undefined : t(`passkeys.failure.${failure}`)
}
