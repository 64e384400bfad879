import type { ServarrProduct } from '../servarr/servarr-client.ts'

/** Radarr, API v3. */
export const RADARR: ServarrProduct = {
  product: 'Radarr',
  apps: ['Radarr'],
  api: 'api/v3',
  events: [
    'onGrab',
    'onDownload',
    'onUpgrade',
    'onRename',
    'onMovieAdded',
    'onMovieDelete',
    'onMovieFileDelete',
    'onMovieFileDeleteForUpgrade',
    'onManualInteractionRequired',
  ],
  warns_of_private_addresses: false,
}
