/**
 * The texts of `detail` and `last_error`: why a message did not arrive, or may not have (2/4.10, C64). Foyer's own
 * words, because a destination's error text may contain anything. Clients that speak another language find them here.
 */
export const MESSAGE_SENTENCES = {
  rate_limited: 'The destination is busy and asked Foyer to wait.',
  unreachable: 'The destination could not be reached.',
  insecure: 'The destination offers no encryption, or its certificate could not be verified.',
  timeout: 'The destination did not answer in time. The message may have arrived.',
  connection_lost: 'The connection was lost. The message may have arrived.',
  server_error: 'The destination reported an internal error. The message may have arrived.',
  no_receipt: 'The destination did not confirm the message. It may have arrived.',
  refused: 'The destination rejected the message.',
  not_found: 'The address no longer exists.',
  unauthorized: 'The destination did not accept the token or password.',
  forbidden_address: 'This address is on a private network, which is not allowed here.',
  wrong_channel: 'This webhook does not belong to a text channel.',
  not_configured: 'This way of sending is not set up.',
  not_confirmed: 'The e-mail address is not confirmed yet.',
  no_external_address:
    'An admin has to set the external address first. The link in the e-mail begins with it.',
  secret_unreadable: 'The saved address or token could not be decrypted. Enter it again.',
  interrupted: 'Foyer was interrupted while sending. The message may have arrived.',
  expired: 'It could not be delivered within 24 hours.',

  // From the outbox itself.
  cancelled: 'Cancelled before it was sent.',
  no_longer_permitted: 'Not sent: it was no longer needed or no longer allowed.',
  not_judged: 'Waiting until the limits of a kids account can be checked.',

  // From the chat webhook.
  posted: 'The message was posted.',
  not_queued: 'An alert could not be queued, so a request was not announced. The server log has the details.',
  webhook_unreadable: 'The saved webhook could not be decrypted. Enter its address again.',

  // From test messages.
  test_sent: 'The test message was sent.',
  link_sent:
    'This address is not confirmed yet. A new e-mail is on its way, which can take a minute. Only the link in the latest one works.',
  save_first: 'Save it first: Foyer sends a link to confirm the address.',
  mail_sent: 'The mail server accepted the message.',
  mail_off: 'E-mail is turned off or not set up yet.',
  mail_unreachable: 'The mail server could not be reached. Check host, port and encryption.',
  mail_insecure: 'The mail server offers no encryption, or its certificate could not be verified.',
  mail_unauthorized: 'The mail server did not accept the username and password.',
  mail_refused: 'The mail server rejected the message. Check the addresses of sender and recipient.',
  mail_busy: 'The mail server does not accept messages at the moment. Try again later.',
} as const
export type MessageReason = keyof typeof MESSAGE_SENTENCES
