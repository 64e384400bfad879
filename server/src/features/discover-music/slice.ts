import type { DiscoverySettings } from '#features/app-config/index.ts'
import type { WorkFilter } from '#features/hidden-titles/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import { createCoverArt } from '#upstreams/coverart/coverart.ts'
import { createLidarrArtistProfiles } from '#upstreams/lidarr/lidarr-artist-profiles.ts'
import { createListenBrainzCharts } from '#upstreams/listenbrainz/listenbrainz-charts.ts'
import { createMusicBrainzCatalog } from '#upstreams/musicbrainz/musicbrainz-catalog.ts'
import { withoutHiddenAlbums } from './hidden-albums.ts'
import { createDiscoverMusic } from './discover-music.ts'
import { discoverMusicRoutes } from './discover-music-routes.ts'

interface Needs {
  inventory: Inventory
  discovery: Pick<DiscoverySettings, 'hiddenTypes'>
  hidden_works: WorkFilter
}

/** Music discovery and the metadata catalogue behind it. */
export function createDiscoverMusicSlice(platform: Platform, needs: Needs) {
  const { config, database } = platform
  const { external } = platform.outbound
  const catalog: MusicCatalog = createMusicBrainzCatalog({ external, url: config.musicbrainz.url })
  const all = createDiscoverMusic({
    ...platform,
    ...needs,
    catalog,
    charts: createListenBrainzCharts({ external, url: config.listenbrainz.url }),
    covers: createCoverArt({ external, ...config.coverart }),
    profiles: createLidarrArtistProfiles(platform.outbound),
    hiddenTypes: needs.discovery.hiddenTypes,
    currentCaller: createCurrentCaller(database),
  })
  platform.hooks.album.provide('discover-music', catalog.album)
  const music = withoutHiddenAlbums(all, needs.hidden_works)
  return { api: { catalog, feeds: music.feeds }, routes: discoverMusicRoutes(music) }
}
