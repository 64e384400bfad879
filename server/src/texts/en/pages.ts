/** Pages that a link opens outside the app, by the language of the browser. */
export const pages = {
  'page.confirmed.title': 'Address confirmed',
  'page.confirmed.reason': 'Your notifications now go to this address too. You can close this page.',
  'page.unknown.title': 'This link no longer works',
  'page.unknown.reason':
    'It was used, replaced by a newer one, or has expired. You can have a new one sent from your account page.',
  'page.failed.title': 'That did not work',
  'page.failed.reason': 'Nothing was changed. Open the link again in a few minutes.',
  'page.sign_in_ended.title': 'This sign-in cannot continue',
  'page.sign_in_ended.reason': 'The link was already used or has expired. Start the sign-in again.',
  'page.open': 'Open {server}',
}
