import type { TFunction } from 'i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'

/** Codes that elsewhere are about libraries and pages, not about boxes. */
const OWN = ['timeout', 'unavailable', 'not_found', 'invalid_request'] as const

/** The text of a failure of a box (2/4.12). */
export function boxErrorText(t: TFunction, error: unknown): string {
  const own = error instanceof ApiError ? OWN.find(code => code === error.code) : undefined
  return own ? t(`set_top_boxes.error.${own}`) : errorText(t, error)
}
