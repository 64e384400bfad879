import type { TFunction } from 'i18next'
import { en } from '../locales/en/index.ts'
import { ApiError, areLimitsUnread, isOutsideLimits, ServerUnreachable } from './api-error.ts'

function isKnown(code: string): code is keyof typeof en.errors.code {
  return Object.hasOwn(en.errors.code, code)
}

/** What a code says in the reader's language; undefined for one this page has not learned yet. */
export function codeWords(t: TFunction, code: string): string | undefined {
  return isKnown(code) ? t(`errors.code.${code}`) : undefined
}

/** Seconds; beyond them nobody counts along. */
const LONG_S = 120

/** For a button that cannot be pressed yet. */
export function waitWords(t: TFunction, seconds: number): string {
  return seconds > LONG_S
    ? t('errors.wait_minutes', { count: Math.ceil(seconds / 60) })
    : t('errors.wait', { count: seconds })
}

/** The sentence to show for any failure. A code we do not know falls back to the server's own sentence. */
export function errorWords(t: TFunction, error: unknown): string {
  if (error instanceof ServerUnreachable) return t('errors.unreachable')
  if (!(error instanceof ApiError)) return t('errors.unknown')
  if (error.status === 429 && error.retry_after) {
    return error.retry_after > LONG_S
      ? t('errors.retry_after_minutes', { count: Math.ceil(error.retry_after / 60) })
      : t('errors.retry_after', { count: error.retry_after })
  }
  if (isOutsideLimits(error)) return t('errors.outside_limits')
  if (areLimitsUnread(error)) return t('errors.limits_unread')
  return codeWords(t, error.code) ?? error.message
}
