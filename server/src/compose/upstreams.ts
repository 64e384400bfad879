import type { LibraryManagerType, MediaServerType } from '@foyer/contract/instances/instance-types'
import type { ConnectionTesters, DeliveryOptionsReaders, LibraryListers } from '#features/instances/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { AudiobookLookup } from '#ports/audiobook-lookup.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import type { ManagerConfigurationPort } from '#ports/manager-configuration.ts'
import type { ManagerGateway } from '#ports/manager-gateway.ts'
import type { LatestTitles } from '#ports/latest-titles.ts'
import type { MediaServer } from '#ports/media-server.ts'
import type { OwnerAccount, PersonalAccount } from '#ports/owner-account.ts'
import type { TitleLookup } from '#ports/title-lookup.ts'
import type { WebhookInstaller } from '#ports/webhook-installer.ts'
import { createAudiobookshelfAccounts } from '#upstreams/audiobookshelf/audiobookshelf-accounts.ts'
import { createAudiobookshelfConnection } from '#upstreams/audiobookshelf/audiobookshelf-connection.ts'
import { createAudiobookshelfLatest } from '#upstreams/audiobookshelf/audiobookshelf-latest.ts'
import { createAudiobookshelfItems } from '#upstreams/audiobookshelf/audiobookshelf-items.ts'
import { createBookManagerHistory } from '#upstreams/book-manager/book-manager-history.ts'
import { BOOK_OPTIONS } from '#upstreams/book-manager/book-manager-places.ts'
import { BOOK_MANAGER } from '#upstreams/book-manager/book-manager-product.ts'
import { createEmbyAccounts } from '#upstreams/emby/emby-accounts.ts'
import { createEmbyConnection } from '#upstreams/emby/emby-connection.ts'
import { createEmbyLatest } from '#upstreams/emby/emby-latest.ts'
import { createEmbyTitles } from '#upstreams/emby/emby-titles.ts'
import { createJellyfinAccounts } from '#upstreams/jellyfin/jellyfin-accounts.ts'
import { createJellyfinConnection } from '#upstreams/jellyfin/jellyfin-connection.ts'
import { createJellyfinLatest } from '#upstreams/jellyfin/jellyfin-latest.ts'
import { createJellyfinTitles } from '#upstreams/jellyfin/jellyfin-titles.ts'
import { createLidarrHistory } from '#upstreams/lidarr/lidarr-history.ts'
import { LIDARR } from '#upstreams/lidarr/lidarr-product.ts'
import { readMetadataProfiles } from '#upstreams/lidarr/lidarr-profiles.ts'
import { createPlexConnection } from '#upstreams/plex/plex-connection.ts'
import { createPlexShares } from '#upstreams/plex/plex-shares.ts'
import { createPlexOwner } from '#upstreams/plex/plex-owner.ts'
import { createPlexSignIn } from '#upstreams/plex/plex-sign-in.ts'
import { createPlexLatest } from '#upstreams/plex/plex-latest.ts'
import { createPlexTitles } from '#upstreams/plex/plex-titles.ts'
import { createRadarrHistory } from '#upstreams/radarr/radarr-history.ts'
import { RADARR } from '#upstreams/radarr/radarr-product.ts'
import type { ServarrProduct } from '#upstreams/servarr/servarr-client.ts'
import { createServarrConfiguration } from '#upstreams/servarr/servarr-configuration.ts'
import { createServarrDeliveryOptions } from '#upstreams/servarr/servarr-delivery-options.ts'
import { createServarrGateway } from '#upstreams/servarr/servarr-gateway.ts'
import { createServarrTester } from '#upstreams/servarr/servarr-test.ts'
import { createServarrWebhooks } from '#upstreams/servarr/servarr-webhooks.ts'
import { createSonarrHistory } from '#upstreams/sonarr/sonarr-history.ts'
import { SONARR } from '#upstreams/sonarr/sonarr-product.ts'
import { createTdarrConnection } from '#upstreams/tdarr/tdarr-connection.ts'

export interface Upstreams {
  testers: ConnectionTesters
  listers: LibraryListers
  owner_accounts: OwnerAccount
  personal_accounts: PersonalAccount
  media_servers: Readonly<Record<MediaServerType, MediaServer>>
  title_lookups: Readonly<Record<Exclude<MediaServerType, 'audiobook_server'>, TitleLookup>>
  audiobook_lookup: AudiobookLookup
  latest_titles: Readonly<Record<MediaServerType, LatestTitles>>
  webhook_installers: Readonly<Record<LibraryManagerType, WebhookInstaller>>
  gateways: Readonly<Record<LibraryManagerType, ManagerGateway>>
  manager_configurations: Readonly<Record<LibraryManagerType, ManagerConfigurationPort>>
  import_histories: Readonly<Record<LibraryManagerType, ImportHistory>>
  options_readers: DeliveryOptionsReaders
}

/** Builds one adapter per library manager. They share the code and differ only in the product description. */
function perManager<T>(make: (product: ServarrProduct) => T): Record<LibraryManagerType, T> {
  return {
    movie_manager: make(RADARR),
    tv_manager: make(SONARR),
    book_manager: make(BOOK_MANAGER),
    music_manager: make(LIDARR),
  }
}

/** The adapters behind the ports that several slices use, by product. */
export function createUpstreams({
  config,
  outbound,
  box,
}: Pick<Platform, 'config' | 'outbound' | 'box'>): Upstreams {
  const { version, plex_tv_url } = config
  const { internal } = outbound
  // Plex identifies an installation by this value. It is derived from the key, so it changes only with the key.
  const identify = (purpose: string) => ({
    client_identifier: Buffer.from(box.deriveKey(purpose)).toString('hex', 0, 16),
    version,
  })
  const identity = identify('plex client identifier')
  // Its devices are removed after each sign-in. The owner's, which holds the token of an instance, must not be.
  const visitor = identify('plex sign-in identifier')
  const media = {
    account_server_a: createJellyfinConnection(internal),
    account_server_b: createEmbyConnection(internal),
    audiobook_server: createAudiobookshelfConnection(internal),
    invite_server: createPlexConnection(outbound, plex_tv_url, identity),
  }
  return {
    testers: {
      ...perManager(product => createServarrTester(internal, product)),
      ...media,
      transcoder: createTdarrConnection(internal),
    },
    listers: media,
    owner_accounts: createPlexOwner(outbound.external, plex_tv_url, identity),
    personal_accounts: createPlexSignIn(outbound.external, plex_tv_url, visitor),
    media_servers: {
      account_server_a: createJellyfinAccounts(internal),
      account_server_b: createEmbyAccounts(internal),
      audiobook_server: createAudiobookshelfAccounts(internal),
      invite_server: createPlexShares(outbound.external, plex_tv_url, identity),
    },
    title_lookups: {
      account_server_a: createJellyfinTitles(internal),
      account_server_b: createEmbyTitles(internal),
      invite_server: createPlexTitles(outbound, plex_tv_url, identity),
    },
    audiobook_lookup: createAudiobookshelfItems(internal),
    latest_titles: {
      account_server_a: createJellyfinLatest(internal),
      account_server_b: createEmbyLatest(internal),
      audiobook_server: createAudiobookshelfLatest(internal),
      invite_server: createPlexLatest(outbound, plex_tv_url, identity),
    },
    webhook_installers: perManager(product => createServarrWebhooks(internal, product)),
    gateways: perManager(product => createServarrGateway(internal, product)),
    manager_configurations: perManager(product => createServarrConfiguration(internal, product)),
    import_histories: {
      movie_manager: createRadarrHistory(internal),
      tv_manager: createSonarrHistory(internal),
      book_manager: createBookManagerHistory(internal),
      music_manager: createLidarrHistory(internal),
    },
    options_readers: {
      movie_manager: createServarrDeliveryOptions(internal, RADARR),
      tv_manager: createServarrDeliveryOptions(internal, SONARR),
      book_manager: createServarrDeliveryOptions(internal, BOOK_MANAGER, BOOK_OPTIONS),
      music_manager: createServarrDeliveryOptions(internal, LIDARR, { readMetadataProfiles }),
    },
  }
}
