import type { Transport } from '#kit/outbound.ts'
import type { AccountServer } from '#ports/media-server.ts'
import { createMediaBrowserAccounts } from '../media-browser/media-browser-accounts.ts'
import type { MediaBrowserProduct } from '../media-browser/media-browser-client.ts'
import { createJellyfinQuickConnect } from './jellyfin-quick-connect.ts'
import { JELLYFIN, jellyfinAuthorization } from './jellyfin-client.ts'

/** jellyfin.md, "Name rule". */
const NAME = /^[\p{L}\p{M}\p{N}_ \-'.@+]+$/u

export const JELLYFIN_PRODUCT: MediaBrowserProduct = {
  product: JELLYFIN,
  baseOf: ({ url }) => url,
  headersOf: token => ({ authorization: jellyfinAuthorization(token) }),
  usersPath: '/Users',
  isValidName: name => name.trim() === name && name !== '.' && name !== '..' && NAME.test(name),
  creates_with_password: true,
  // jellyfin.md, "Status codes"
  wrong_password_statuses: [401],
}

/** Accounts of Jellyfin. */
export function createJellyfinAccounts(internal: Transport): AccountServer {
  return {
    ...createMediaBrowserAccounts(internal, JELLYFIN_PRODUCT),
    quick_connect: createJellyfinQuickConnect(internal, JELLYFIN_PRODUCT),
  }
}
