import type { TFunction } from 'i18next'
import { deliverySentence } from '#lib/delivery-sentence.ts'
import { type FormErrors, formErrors } from '#lib/form-errors.ts'

/** Why a match could not be saved, in the reader's language, at the series and the seasons that it is about. */
export function matchErrors(t: TFunction, error: unknown): FormErrors {
  const { fields, ...whole } = formErrors(t, error)
  const told = Object.entries(fields).map(([field, text]) => [field, deliverySentence(t, text)])
  return { ...whole, fields: Object.fromEntries(told) as Record<string, string> }
}
