import type { DiscoverySettings } from '#features/app-config/index.ts'
import { externalAddress } from '#features/connect-links/index.ts'
import type { ImageCache } from '#features/image-cache/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { CurrentHidden } from '#features/hidden-titles/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { PersonPreferences, TextsOf } from '#features/person-preferences/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import { linkBase } from '#kit/link-base.ts'
import type { Platform } from '#platform/platform.ts'
import { createBookManagerCalendar } from '#upstreams/book-manager/book-manager-calendar.ts'
import { createLidarrCalendar } from '#upstreams/lidarr/lidarr-calendar.ts'
import { createRadarrCalendar } from '#upstreams/radarr/radarr-calendar.ts'
import { createSonarrCalendar } from '#upstreams/sonarr/sonarr-calendar.ts'
import { createCalendarFeeds } from './calendar-feeds.ts'
import { releaseRoutes } from './release-routes.ts'
import { createReleases } from './release-service.ts'

/** The address libraries use for the provider's pictures, wherever Foyer itself reads them from. */
const PROVIDER_IMAGES = 'https://image.tmdb.org/t/p'

interface Needs {
  inventory: Inventory
  library_events: LibraryEvents
  kids: TitleGate
  hidden_titles: { current: CurrentHidden }
  discovery: Pick<DiscoverySettings, 'hiddenTypes'>
  images: Pick<ImageCache, 'baseUrl'>
  preferencesOf: PersonPreferences['chosenBy']
  textsOf: TextsOf
}

/** One calendar over all library managers, and links for calendar subscriptions. */
export function createReleasesSlice(platform: Platform, { discovery, images, ...needs }: Needs) {
  const { config, database, settings } = platform
  const { internal } = platform.outbound
  const parts = { ...platform, ...needs }
  const releases = createReleases({
    ...parts,
    calendars: {
      movie_manager: createRadarrCalendar(internal),
      tv_manager: createSonarrCalendar(internal),
      book_manager: createBookManagerCalendar(internal),
      music_manager: createLidarrCalendar(internal),
    },
    hiddenTypes: discovery.hiddenTypes,
    imageBaseUrl: images.baseUrl,
    provider_bases: [config.tmdb.image_url, PROVIDER_IMAGES],
    currentCaller: createCurrentCaller(database),
  })
  const feeds = createCalendarFeeds({
    ...parts,
    releases,
    server_name: config.server_name,
    async linkBase(request_origin) {
      const { external_url } = await settings.read(database.read, externalAddress)
      return linkBase(external_url || request_origin, config.base_path)
    },
  })
  return { api: {}, routes: releaseRoutes({ releases, feeds }), close: releases.close }
}
