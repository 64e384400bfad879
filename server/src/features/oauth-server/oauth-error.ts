import { Refusal } from '#kit/refusal.ts'

/** RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

/** An error in the words of OAuth. Outside of the OAuth routes it reads as `invalid_request` with its sentence. */
export class OauthError extends Refusal {
  readonly oauth_error: OauthErrorCode

  constructor(oauth_error: OauthErrorCode, description: string) {
    super('invalid_request', { error: description })
    this.name = 'OauthError'
    this.oauth_error = oauth_error
  }
}
