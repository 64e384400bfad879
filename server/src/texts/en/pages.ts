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
  'page.passkey.add': 'Add a passkey',
  'page.passkey.title': 'Add a passkey to {server}',
  'page.passkey.why': 'Sign in next time with your face, your finger or the lock of this device.',
  'page.passkey.follow': 'Follow what your device asks.',
  'page.passkey.added': 'Passkey added',
  'page.passkey.added_text': 'You can sign in with it from now on.',
  'page.passkey.again': 'Try again',
  'page.passkey.cancelled': 'No passkey was made: it was cancelled or took too long. Nothing was changed.',
  'page.passkey.held': 'This device already holds a passkey for this account.',
  'page.passkey.address':
    'Passkeys do not work at this address. Open the link by the address that Foyer is known by.',
  'page.passkey.failed': 'Foyer did not answer properly. Nothing was changed.',
  'page.passkey.link_ended':
    'This link was already used or has expired. You can get a new one from your account page.',
  'page.passkey.https': 'Passkeys need https. Open this link by the https address of Foyer.',
  'page.passkey.unsupported': 'This browser cannot make passkeys. Try another one.',
  'page.passkey.no_script': 'This page needs JavaScript to talk to your device.',
  'page.open': 'Open {server}',
}
