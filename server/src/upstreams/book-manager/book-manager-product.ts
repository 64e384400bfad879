import type { ServarrProduct } from '../servarr/servarr-client.ts'

/** chaptarr.md, 3: a remote search can be slow. */
export const LOOKUP_MS = 10_000

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
