import type { TFunction } from 'i18next'
import { en } from '#locales/en/index.ts'
import { ApiError, areLimitsUnread, isOutsideLimits, ServerUnreachable } from './api-error.ts'

function isKnown(code: string): code is keyof typeof en.errors.code {
  return Object.hasOwn(en.errors.code, code)
}

/** The text for an error code in the current language; undefined for an unknown code. */
export function codeText(t: TFunction, code: string): string | undefined {
  return isKnown(code) ? t(`errors.code.${code}`) : undefined
}

/** In seconds; longer waits are shown in minutes. */
const LONG_S = 120

/** For a button that is disabled until the wait is over. */
export function retryText(t: TFunction, seconds: number): string {
  return seconds > LONG_S
    ? t('errors.wait_minutes', { count: Math.ceil(seconds / 60) })
    : t('errors.wait', { count: seconds })
}

/** The text for any failure. An unknown code falls back to the server's own sentence. */
export function errorText(t: TFunction, error: unknown): string {
  if (error instanceof ServerUnreachable) return t('errors.unreachable')
  if (!(error instanceof ApiError)) return t('errors.unknown')
  if (error.status === 429 && error.retry_after) {
    return error.retry_after > LONG_S
      ? t('errors.retry_after_minutes', { count: Math.ceil(error.retry_after / 60) })
      : t('errors.retry_after', { count: error.retry_after })
  }
  if (isOutsideLimits(error)) return t('errors.outside_limits')
  if (areLimitsUnread(error)) return t('errors.limits_unread')
  return codeText(t, error.code) ?? error.message
}
