import type { ErrorForm } from '#http/bind.ts'
import type { Refusal } from '#kit/refusal.ts'
import { OauthError } from './oauth-error.ts'

function wordOf(refusal: Refusal): string {
  if (refusal instanceof OauthError) return refusal.oauth_error
  if (refusal.status === 429 || refusal.status === 503) return 'temporarily_unavailable'
  if (refusal.status >= 500) return 'server_error'
  return refusal.status === 401 || refusal.status === 403 ? 'access_denied' : 'invalid_request'
}

/** 0.3: the errors of RFC 6749, with the stable code of this server beside. */
export const asOauthError: ErrorForm = refusal => {
  const error = wordOf(refusal)
  const isOwn = refusal instanceof OauthError || refusal.code === 'validation'
  return {
    content_type: 'application/json; charset=utf-8',
    body: JSON.stringify({ error, error_description: refusal.message, code: isOwn ? error : refusal.code }),
  }
}
