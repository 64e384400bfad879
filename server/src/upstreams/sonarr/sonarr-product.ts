import type { ServarrProduct } from '../servarr/servarr-client.ts'

/** Sonarr, API v3. */
export const SONARR: ServarrProduct = {
  product: 'Sonarr',
  apps: ['Sonarr'],
  api: 'api/v3',
  events: [
    'onGrab',
    'onDownload',
    'onUpgrade',
    'onImportComplete',
    'onRename',
    'onSeriesAdd',
    'onSeriesDelete',
    'onEpisodeFileDelete',
    'onEpisodeFileDeleteForUpgrade',
    'onManualInteractionRequired',
  ],
  warns_of_private_addresses: false,
}
