import type { TFunction } from 'i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { fieldTexts } from '#lib/field-sentence.ts'
import type { FormErrors } from '#lib/form-errors.ts'

/** Codes that mean something else on other pages, and the field each belongs to. */
const OWN_TEXTS = {
  name_taken: undefined,
  bad_credentials: 'password',
  account_refused: undefined,
  upstream_failed: undefined,
} as const

function isOwn(code: string): code is keyof typeof OWN_TEXTS {
  return Object.hasOwn(OWN_TEXTS, code)
}

interface About {
  /** The server's name. */
  server: string
  username: string
  /** An invitation was asked for. Its address may have been saved although it was not sent. */
  is_invite?: boolean
}

/** A refused account or link, next to the field that caused it. */
export function accountErrors(t: TFunction, error: unknown, about: About): FormErrors {
  if (!error) return { fields: {} }
  if (error instanceof ApiError) {
    if (isOwn(error.code)) {
      const key = about.is_invite && error.code === 'upstream_failed' ? 'invite_failed' : error.code
      const text = t(`media_servers.error.${key}`, { server: about.server, username: about.username })
      const field = OWN_TEXTS[error.code]
      return field ? { fields: { [field]: text } } : { fields: {}, form: text }
    }
    if (error.code === 'invalid_email' || error.code === 'email_in_use')
      return { fields: { email: errorText(t, error) } }
    if (Object.keys(error.fields).length > 0) return { fields: fieldTexts(t, error.fields) }
  }
  return { fields: {}, form: errorText(t, error) }
}
