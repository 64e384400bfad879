/**
 * Every error code of the API, with its status and the sentence people read (0.3, 7). Codes are stable; sentences may
 * change freely. Each slice adds the codes it needs.
 */
export const REFUSALS = {
  validation: {
    status: 400,
    error: 'Some values of the request are not accepted. Check them and try again.',
  },
  unauthorized: { status: 401, error: 'Sign in to continue.' },
  forbidden: { status: 403, error: 'You are not allowed to do this.' },
  not_found: { status: 404, error: 'This does not exist.' },
  method_not_allowed: { status: 405, error: 'This address does not support that HTTP method.' },
  conflict: { status: 409, error: 'This was changed in the meantime. Reload and try again.' },
  body_too_large: { status: 413, error: 'The request is too large.' },
  unsupported_media_type: { status: 415, error: 'Send the body as application/json.' },
  request_timeout: { status: 408, error: 'The request took too long to arrive.' },
  address_too_long: { status: 414, error: 'The address of the request is too long.' },
  headers_too_large: { status: 431, error: 'The headers of the request are too large.' },
  rate_limited: { status: 429, error: 'Too many attempts. Try again shortly.' },
  internal: { status: 500, error: 'An unexpected error occurred. The server log has the details.' },
  upstream_failed: {
    status: 502,
    error: 'A connected service did not respond correctly. Try again shortly.',
  },
  unavailable: { status: 503, error: 'The server is temporarily unable to answer. Try again shortly.' },

  session_revoked: { status: 401, error: 'This session has ended. Sign in again.' },
  invalid_credentials: { status: 401, error: 'The username or password is incorrect.' },
  invalid_flow: { status: 400, error: 'This sign-in has expired or was already used. Start again.' },
  sign_in_disabled: { status: 403, error: 'This way to sign in is turned off. Choose another one.' },
  sign_in_denied: { status: 403, error: 'This account is not known here. Ask an admin for access.' },
  identity_conflict: { status: 409, error: 'This account is already linked to somebody else.' },
  sso_disabled: { status: 403, error: 'Single sign-on is turned off. Sign in another way.' },
  group_required: {
    status: 403,
    error: 'Your account is not in a group that may sign in here. Ask an admin to add you.',
  },
  account_not_linked: {
    status: 403,
    error: 'Nobody here is linked to this account. Ask an admin for a link.',
  },
  provider_failed: {
    status: 502,
    error: 'The sign-in provider did not respond correctly. Try again shortly.',
  },
  oidc_invalid: {
    status: 400,
    error: 'Foyer cannot use the provider with this configuration. Check the issuer and the client.',
  },
  external_address_required: { status: 400, error: 'Set the external address of this server first.' },
  test_required: { status: 409, error: 'Run a test sign-in with exactly this configuration first.' },
  local_admin_required: {
    status: 409,
    error: 'At least one admin needs a password first, to get back in if the provider fails.',
  },
  not_supported: { status: 409, error: 'This server does not offer that.' },
  invalid_request: { status: 400, error: 'The request is incomplete or does not follow the protocol.' },
  sso_required: {
    status: 403,
    error: 'This server uses single sign-on for your account. Sign in with that.',
  },
  setup_complete: { status: 409, error: 'Foyer is already set up. Sign in instead.' },
  invalid_username: {
    status: 400,
    error: 'Choose a username of 1 to 128 characters without control characters.',
  },
  method_disabled: { status: 403, error: 'This sign-in method is turned off for the account. Ask an admin.' },
  invalid_email: { status: 400, error: 'Enter an e-mail address such as name@example.org.' },
  email_in_use: { status: 409, error: 'Somebody else here already uses this address.' },
  bad_credentials: { status: 400, error: 'The current password is incorrect.' },
  invalid_connect_token: {
    status: 400,
    error: 'This link was used, replaced or has expired. Ask for a new one.',
  },
  ceremony_expired: { status: 400, error: 'That took too long. Start again.' },
  passkey_failed: {
    status: 400,
    error: 'The passkey could not be verified. Try again, or sign in another way.',
  },
  insecure_context: { status: 400, error: 'Passkeys need https. Open Foyer at its https address.' },
  invalid_setup_token: { status: 400, error: 'This link was already used or has expired. Create a new one.' },
  last_method: {
    status: 409,
    error: 'This is the last way to sign in to this account. Add another one first.',
  },
  last_admin: { status: 409, error: 'This is the last admin. Make somebody else an admin first.' },
  kids_account: { status: 409, error: 'This is a kids account. Turn that off first.' },
  admin_account: { status: 409, error: 'An admin cannot be a kids account.' },
  no_content_policy: { status: 404, error: 'This account has no content limits.' },
  unknown_rating: {
    status: 400,
    error: 'This rating does not exist in that region. Choose one of the region.',
  },
  push_disabled_by_server: { status: 409, error: 'Notifications are turned off for this server.' },
  push_disabled_for_user: { status: 409, error: 'This person has turned off notifications.' },
  push_not_configured: {
    status: 503,
    error: 'Nothing was sent: this server has no push gateway, and no browser is registered.',
  },

  instance_forbidden: {
    status: 403,
    error: 'You do not have access to this library. An admin can change that.',
  },
  no_grant: {
    status: 403,
    error: 'You do not have access to a library of this kind. An admin can change that.',
  },
  instance_not_found: { status: 404, error: 'This instance does not exist.' },
  no_instance: { status: 404, error: 'No instance of this kind is connected.' },
  wrong_service_type: { status: 400, error: 'This instance is of another type than this needs.' },
  username_taken: { status: 409, error: 'Somebody else has that username.' },
  name_taken: { status: 409, error: 'Another instance of this kind already has that name.' },
  account_exists: { status: 409, error: 'There is already an account linked on this server.' },
  remote_already_linked: { status: 409, error: 'This account is linked to somebody else.' },
  account_unmanaged: {
    status: 409,
    error: 'Foyer does not manage this account, so its libraries cannot be chosen here.',
  },
  administrator_account: {
    status: 409,
    error: 'This is an administrator of the server, and Foyer never changes those.',
  },
  account_refused: {
    status: 400,
    error: 'This account is disabled or locked on the media server.',
  },
  invalid_name: {
    status: 400,
    error: 'The media server does not accept this name. Ask an admin for another one.',
  },
  wrong_kind: { status: 400, error: 'This is not possible with a media server of this kind.' },
  no_link: { status: 404, error: 'No account on this media server is linked.' },
  connection_failed: { status: 400, error: 'The connection failed. Check the address and the key.' },
  secret_required: {
    status: 400,
    error: 'The address changed, so the stored secret must be entered again. Nothing was changed.',
  },
  pin_expired: { status: 404, error: 'This link has expired. Start again.' },
  no_callback_url: {
    status: 409,
    error: 'Foyer has no address at which the library manager can reach it. Set an external address.',
  },
  proxy_not_allowed: { status: 403, error: 'You do not have access to this part of the library manager.' },
  upstream_rejected: {
    status: 502,
    error: 'The library manager refused the stored key. An admin has to check the connection.',
  },
  timeout: { status: 504, error: 'The library manager took too long to respond. Try again shortly.' },

  downloads_disabled: { status: 403, error: 'Downloads are not turned on for this library.' },
  file_unavailable: { status: 404, error: 'This file cannot be downloaded.' },
  ticket_invalid: { status: 404, error: 'This download link has expired. Request a new one.' },
  range_not_satisfiable: { status: 416, error: 'The requested range begins after the end of the file.' },

  watchlist_full: { status: 409, error: 'A watchlist has room for 1000 entries. Remove something first.' },
  title_hidden: { status: 409, error: 'An admin has hidden this title, so it cannot be requested.' },
  choice_not_allowed: { status: 403, error: 'You cannot choose this here. Leave it out and try again.' },
  request_quota_exceeded: { status: 429, error: 'This exceeds your remaining allowance.' },
  not_restorable: { status: 409, error: 'The version before this change cannot be restored.' },
  not_pending: { status: 400, error: 'This request is no longer waiting for approval.' },
  nothing_to_undo: { status: 409, error: 'This decision can no longer be undone.' },
  not_waiting: {
    status: 400,
    error:
      'This request is not waiting for an author import that has ended, so there is nothing to watch again.',
  },
  requester_without_access: {
    status: 409,
    error: 'The requester has no access to this library. Give them access first.',
  },
  already_in_library: { status: 409, error: 'This library already has the title.' },
  already_requested: { status: 409, error: 'The same title is already requested for this library.' },
  book_format_immutable: { status: 400, error: 'The formats of a book request cannot be changed.' },
  invalid_delivery_state: {
    status: 409,
    error: 'This is no longer possible: the request has moved on. Reload to see where it is.',
  },
  catalog_retired: {
    status: 410,
    error: 'The public book catalogue is retired. Search your library instead.',
  },
  tv_match_changed: { status: 409, error: 'The match of this show has changed. Review it again.' },
  stale_revision: { status: 409, error: 'This was changed in the meantime. Review it again.' },
  not_repairable: { status: 409, error: 'There is nothing to repair in this request.' },

  credential_rejected: { status: 400, error: 'The provider refused this key.' },
  unknown_key: { status: 404, error: 'This key does not exist.' },
  metadata_unconfigured: {
    status: 503,
    error: 'Foyer has no key for the movie and TV catalogue yet. An admin can add one.',
  },
  provider_auth_required: {
    status: 502,
    error: 'The list provider requires a signed-in account for this, which Foyer does not have.',
  },
  lists_unconfigured: {
    status: 503,
    error: 'Foyer has no key for the list provider yet. An admin can add one.',
  },
  provider_rejected_token: {
    status: 502,
    error: 'The book list provider no longer accepts the stored token. Connect it again.',
  },
  token_rejected: { status: 400, error: 'The provider refused this token.' },
  oauth_unavailable: { status: 503, error: 'This server has no app registered with that provider.' },
  ai_unavailable: { status: 503, error: 'The chat is not set up for you.' },
  turn_active: { status: 429, error: 'Another answer to you is still being written. Wait until it is done.' },
  server_busy: { status: 503, error: 'Too many people are chatting right now. Try again shortly.' },
  ai_validation_failed: {
    status: 400,
    error: 'The AI provider did not answer as expected. Nothing was changed.',
  },
  reporting_disabled: { status: 403, error: 'Reporting problems is turned off on this server.' },
  book_format_required: { status: 400, error: 'Choose whether it is about the ebook or the audiobook.' },
  issue_closed: { status: 409, error: 'This report is closed.' },
  duplicate_issue: { status: 409, error: 'The same problem is already open as another issue.' },
  not_awaiting: { status: 409, error: 'This has already been decided.' },
  action_blocked: { status: 409, error: 'This fix cannot be carried out right now.' },
  not_hand_approved: { status: 409, error: 'Nobody has approved this fix by hand yet.' },
  rule_exists: { status: 409, error: 'There is already a rule for this fix.' },
  webhook_required: { status: 400, error: 'Enter the address of the webhook first.' },
  invalid_webhook_url: {
    status: 400,
    error:
      'Enter the URL of a webhook as Discord shows it. It begins with https://discord.com/api/webhooks/.',
  },

  not_available: { status: 403, error: 'This is not available to your account.' },
  title_unavailable: { status: 403, error: 'This title is not in a library that you can see.' },
  invalid_pin: { status: 400, error: 'Enter the four digits that the box shows.' },
  pairing_expired: { status: 404, error: 'This pairing has ended. Start again.' },
  confirmation_expired: { status: 404, error: 'This took too long. Open the title again.' },
  busy: { status: 409, error: 'The box is busy. Try again in a moment.' },
  identity_changed: {
    status: 409,
    error: 'Another box answers at this address, or it was just changed. Nothing was sent.',
  },
  needs_pairing: { status: 409, error: 'The box no longer accepts this server. Pair it again.' },
  launch_failed: { status: 502, error: 'The box did not open the title. Wake it up and try again.' },
  pairing_failed: { status: 502, error: 'Pairing with the box failed. Wake it up and start again.' },
  player_missing: { status: 502, error: 'The player is not installed on the box.' },
  unsupported: { status: 503, error: 'The helper for set-top boxes is not installed on this server.' },
  unreachable: { status: 503, error: 'The box cannot be reached. Check that it is switched on.' },
  lookup_unavailable: {
    status: 503,
    error: 'Foyer could not check whether this title is in a library that you can see. Try again shortly.',
  },
  backup_foreign: { status: 400, error: 'This file is not a backup of Foyer.' },
  backup_packed: {
    status: 400,
    error:
      'This is an archive, or a dump of another program. Foyer restores its own backups: files that end in .db.',
  },
  backup_damaged: { status: 400, error: 'This backup is damaged or incomplete.' },
  backup_newer: {
    status: 409,
    error: 'This backup was written by a newer Foyer. Update this server before you restore it.',
  },
  backup_other_key: {
    status: 409,
    error:
      'This backup belongs to another encryption key, so its secrets could not be decrypted here. Put the encryption.key that belongs to it into the data folder first.',
  },
  backup_too_large: {
    status: 413,
    error: 'A backup of at most 2 GB can be uploaded. Copy it into the backups folder of the server instead.',
  },
  no_room: { status: 507, error: 'There is not enough free space on the disk of the server.' },
  database_shared: {
    status: 409,
    error: 'Another Foyer server is running on this database. Stop it before you restore.',
  },
  weak_password: {
    status: 400,
    error: 'Choose a password of 8 to 1024 characters that is not a common one.',
  },
} as const satisfies Record<string, { status: number; error: string }>

export type RefusalCode = keyof typeof REFUSALS
