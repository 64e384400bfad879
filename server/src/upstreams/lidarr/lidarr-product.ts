import type { ServarrProduct } from '../servarr/servarr-client.ts'

/** Lidarr, API v1. Its import flag is `onReleaseImport`, although the event arrives as `Download`. */
export const LIDARR: ServarrProduct = {
  product: 'Lidarr',
  apps: ['Lidarr'],
  api: 'api/v1',
  events: [
    'onGrab',
    'onReleaseImport',
    'onUpgrade',
    'onRename',
    'onArtistAdd',
    'onArtistDelete',
    'onAlbumDelete',
    'onDownloadFailure',
    'onImportFailure',
    'onTrackRetag',
  ],
  warns_of_private_addresses: false,
}
