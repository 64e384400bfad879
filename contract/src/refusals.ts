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
  weak_password: { status: 400, error: 'Choose a password of 8 to 1024 characters.' },
} as const satisfies Record<string, { status: number; error: string }>

export type RefusalCode = keyof typeof REFUSALS
