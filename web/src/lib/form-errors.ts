import type { TFunction } from 'i18next'
import { ApiError } from './api-error.ts'
import { codeText, errorText } from './error-text.ts'
import { fieldTexts } from './field-sentence.ts'

export interface FormErrors {
  /** Shown next to their fields. */
  fields: Readonly<Record<string, string>>
  /** Shown above the form. */
  form?: string
}

/**
 * Assigns a failure to the field that caused it. `fieldOfCode` maps codes to fields; the `fields` of a `validation`
 * answer name theirs; everything else belongs to the whole form.
 */
export function formErrors(
  t: TFunction,
  error: unknown,
  fieldOfCode: Readonly<Record<string, string>> = {},
): FormErrors {
  if (!error) return { fields: {} }
  if (error instanceof ApiError) {
    const field = fieldOfCode[error.code]
    if (field) return { fields: { [field]: codeText(t, error.code) ?? error.message } }
    if (Object.keys(error.fields).length > 0) return { fields: fieldTexts(t, error.fields) }
  }
  return { fields: {}, form: errorText(t, error) }
}
