/**
 * Every error code the API may answer, with its status and the sentence people read (0.3, 7).
 * A code is stable; a sentence may change freely. Codes arrive with the slice that needs them.
 */
export const REFUSALS = {
  validation: { status: 400, error: 'Some of what was sent is not valid.' },
  unauthorized: { status: 401, error: 'Sign in to go on.' },
  forbidden: { status: 403, error: 'You may not do this.' },
  not_found: { status: 404, error: 'There is nothing here.' },
  method_not_allowed: { status: 405, error: 'This address does not take that method.' },
  conflict: { status: 409, error: 'This no longer fits what is stored. Reload and try again.' },
  body_too_large: { status: 413, error: 'What was sent is too large.' },
  unsupported_media_type: { status: 415, error: 'Send the body as application/json.' },
  rate_limited: { status: 429, error: 'Too many attempts. Try again shortly.' },
  internal: { status: 500, error: 'Foyer made a mistake. It was written to the log.' },
  upstream_failed: { status: 502, error: 'A connected service did not answer properly.' },
  unavailable: { status: 503, error: 'Foyer cannot tell right now. Try again shortly.' },

  session_revoked: { status: 401, error: 'This session has ended. Sign in again.' },
  invalid_credentials: { status: 401, error: 'The username or password is not right.' },
  sso_required: { status: 403, error: 'Sign in with single sign-on.' },
  setup_complete: { status: 409, error: 'Foyer is already set up. Sign in instead.' },
  invalid_username: {
    status: 400,
    error: 'Choose a username of 1 to 128 characters without control characters.',
  },
  method_disabled: { status: 403, error: 'This way to sign in is turned off for the account. Ask an admin.' },
  invalid_email: { status: 400, error: 'This is not an email address.' },
  email_in_use: { status: 409, error: 'Somebody else here already uses this address.' },
  bad_credentials: { status: 400, error: 'The current password is not right.' },
  invalid_connect_token: {
    status: 400,
    error: 'This link was used, replaced or has run out. Ask for a new one.',
  },
  ceremony_expired: { status: 400, error: 'That took too long. Begin again.' },
  passkey_failed: { status: 400, error: 'The passkey could not be verified.' },
  insecure_context: { status: 400, error: 'Passkeys need https. Open Foyer by its https address.' },
  invalid_setup_token: { status: 400, error: 'This link was used or has run out. Make a new one.' },
  last_method: { status: 409, error: 'This is the last way in for an admin. Add another one first.' },
  last_admin: { status: 409, error: 'This is the last admin. Make somebody else an admin first.' },
  kids_account: { status: 409, error: 'This is a kids account. Turn that off first.' },
  admin_account: { status: 409, error: 'An admin cannot be a kids account.' },
  no_content_policy: { status: 404, error: 'This is not a kids account.' },
  unknown_rating: { status: 400, error: 'That region does not know this rating.' },
  push_disabled_by_server: { status: 409, error: 'Alerts are turned off for this server.' },
  push_disabled_for_user: { status: 409, error: 'This person has turned alerts off.' },
  push_not_configured: { status: 503, error: 'No push gateway is configured.' },

  instance_forbidden: { status: 403, error: 'You cannot use this library.' },
  no_grant: { status: 403, error: 'You have not been given a library of this kind.' },
  instance_not_found: { status: 404, error: 'There is no such instance.' },
  no_instance: { status: 404, error: 'No instance of this kind is configured.' },
  wrong_service_type: { status: 400, error: 'This instance is of another kind.' },
  name_taken: { status: 409, error: 'Another instance of this kind already has that name.' },
  connection_failed: { status: 400, error: 'The connection could not be made.' },
  pin_expired: { status: 404, error: 'This link has run out. Begin again.' },
  no_callback_url: {
    status: 409,
    error: 'Foyer does not know an address at which the manager can reach it. Set an external address.',
  },
  proxy_not_allowed: { status: 403, error: 'This part of the library manager is not open to you.' },
  upstream_rejected: { status: 502, error: 'The library manager refused the stored key.' },
  timeout: { status: 504, error: 'The library manager took too long.' },

  credential_rejected: { status: 400, error: 'The provider refused this key.' },
  unknown_key: { status: 404, error: 'There is no such key.' },
  metadata_unconfigured: { status: 503, error: 'No movie and TV metadata key is configured.' },
  provider_auth_required: {
    status: 502,
    error: 'The list provider shows this only to an account of its own, which Foyer does not hold.',
  },
  lists_unconfigured: { status: 503, error: 'No list provider is configured.' },
  weak_password: { status: 400, error: 'Choose a password of 8 to 1024 characters.' },
} as const satisfies Record<string, { status: number; error: string }>

export type RefusalCode = keyof typeof REFUSALS
