import type { ServarrProduct } from '../servarr/servarr-client.ts'

/** Chaptarr, or the older Readarr; both API v1. Flags that Readarr lacks are omitted. */
export const BOOK_MANAGER: ServarrProduct = {
  product: 'Chaptarr',
  apps: ['Chaptarr', 'Readarr'],
  api: 'api/v1',
  events: [
    'onGrab',
    'onReleaseImport',
    'onUpgrade',
    'onRename',
    'onAuthorAdded',
    'onBookAdded',
    'onAuthorDelete',
    'onBookDelete',
    'onBookFileDelete',
    'onBookFileDeleteForUpgrade',
    'onBookRetag',
  ],
  warns_of_private_addresses: true,
}
