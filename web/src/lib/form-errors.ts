import type { TFunction } from 'i18next'
import { ApiError } from './api-error.ts'
import { codeWords, errorWords } from './error-words.ts'

export interface FormErrors {
  /** Beside the field they speak of. */
  fields: Readonly<Record<string, string>>
  /** For the whole form, above it. */
  form?: string
}

/**
 * Puts a failure beside what caused it. `fieldOfCode` says which field a code speaks of; the `fields` of
 * a `validation` answer name theirs, and everything else speaks of the form.
 */
export function formErrors(
  t: TFunction,
  error: unknown,
  fieldOfCode: Readonly<Record<string, string>> = {},
): FormErrors {
  if (!error) return { fields: {} }
  if (error instanceof ApiError) {
    const field = fieldOfCode[error.code]
    if (field) return { fields: { [field]: codeWords(t, error.code) ?? error.message } }
    if (Object.keys(error.fields).length > 0) return { fields: error.fields }
  }
  return { fields: {}, form: errorWords(t, error) }
}
