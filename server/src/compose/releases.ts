import { join } from 'node:path'
import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import { externalAddress, linkBase } from '#features/connect-links/index.ts'
import {
  createImageCache,
  createImageFolder,
  type ImageCache,
  imageCacheRoutes,
} from '#features/image-cache/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { createCalendarFeeds, createReleases, releaseRoutes } from '#features/releases/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound, Transport } from '#kit/outbound.ts'
import type { Settings } from '#settings/settings.ts'
import { createBookManagerCalendar } from '#upstreams/book-manager/book-manager-calendar.ts'
import { createLidarrCalendar } from '#upstreams/lidarr/lidarr-calendar.ts'
import { createRadarrCalendar } from '#upstreams/radarr/radarr-calendar.ts'
import { createSonarrCalendar } from '#upstreams/sonarr/sonarr-calendar.ts'
import { createTmdbImages } from '#upstreams/tmdb/tmdb-images.ts'
import type { composeConfiguration } from './configuration.ts'

/** What libraries call the provider's pictures, wherever Foyer itself reads them from. */
const PROVIDER_IMAGES = 'https://image.tmdb.org/t/p'

/** Posters kept on this server; made early, because the configuration tells where posters come from. */
export function composeImageCache(parts: {
  config: Config
  /** The data folder. */
  folder: { path: string }
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  events: EventHub
  external: Transport
}): { cache: ImageCache; bindings: Binding[] } {
  const { config, folder, clock, external } = parts
  const { image_url } = config.tmdb
  const cache = createImageCache({
    ...parts,
    folder: createImageFolder({ path: join(folder.path, 'image-cache'), clock }),
    images: createTmdbImages({ external, images_url: image_url }),
    provider_url: image_url,
  })
  return { cache, bindings: imageCacheRoutes(cache) }
}

/** One calendar over the library managers, and the links that calendars subscribe to. */
export function composeReleases(parts: {
  config: Config
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  outbound: Outbound
  inventory: Inventory
  library_events: LibraryEvents
  kids: TitleGate
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'discovery'>
  image_cache: Pick<ImageCache, 'baseUrl'>
}): { bindings: Binding[]; close(): void } {
  const { config, database, settings, outbound } = parts
  const { internal } = outbound
  const releases = createReleases({
    ...parts,
    calendars: {
      movie_manager: createRadarrCalendar(internal),
      tv_manager: createSonarrCalendar(internal),
      book_manager: createBookManagerCalendar(internal),
      music_manager: createLidarrCalendar(internal),
    },
    hiddenTypes: parts.configuration.discovery.hiddenTypes,
    imageBaseUrl: parts.image_cache.baseUrl,
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
  return { bindings: releaseRoutes({ releases, feeds }), close: releases.close }
}
