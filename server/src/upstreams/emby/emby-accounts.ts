import type { Transport } from '#kit/outbound.ts'
import type { AccountServer } from '#ports/media-server.ts'
import { createMediaBrowserAccounts } from '../media-browser/media-browser-accounts.ts'
import type { MediaBrowserProduct } from '../media-browser/media-browser-client.ts'
import { EMBY, embyBase } from './emby-connection.ts'

/** emby.md, "Authentication": needed to sign in. */
const CLIENT = 'Emby UserId="", Client="Foyer", Device="server", DeviceId="foyer", Version="1.0.0"'

export const EMBY_PRODUCT: MediaBrowserProduct = {
  product: EMBY,
  baseOf: embyBase,
  headersOf: token => ({
    'x-emby-authorization': CLIENT,
    ...(token !== null && { 'x-emby-token': token }),
  }),
  usersPath: '/Users/Query',
  isValidName: name => name.trim() !== '',
  creates_with_password: false,
  // emby.md, "Errors": it says 401 and 403 of both.
  wrong_password_statuses: [401, 403],
}

/** Accounts of Emby. Which names it refuses is not documented, so it decides itself. */
export function createEmbyAccounts(internal: Transport): AccountServer {
  return createMediaBrowserAccounts(internal, EMBY_PRODUCT)
}
