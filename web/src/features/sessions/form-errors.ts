import type { TFunction } from 'i18next'
import { ApiError } from '#lib/api-error.ts'
import { codeWords, errorWords } from '#lib/error-words.ts'

/** Which field a code speaks of; every other code speaks of the form. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  invalid_username: 'username',
  weak_password: 'password',
}

export interface FormErrors {
  fields: Readonly<Record<string, string>>
  /** For the whole form, above it. */
  form?: string
}

/** Puts a failure beside what caused it. */
export function formErrors(t: TFunction, error: unknown): FormErrors {
  if (!error) return { fields: {} }
  if (error instanceof ApiError) {
    const field = FIELD_OF_CODE[error.code]
    if (field) return { fields: { [field]: codeWords(t, error.code) ?? error.message } }
    if (Object.keys(error.fields).length > 0) return { fields: error.fields }
  }
  return { fields: {}, form: errorWords(t, error) }
}
