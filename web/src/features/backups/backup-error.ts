import type { TFunction } from 'i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'

/** The code that boxes use as well means something else here. */
export function backupError(t: TFunction, error: unknown): string {
  return error instanceof ApiError && error.code === 'busy' ? t('backups.busy') : errorText(t, error)
}
