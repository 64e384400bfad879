import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import { createDiscoverMusic, discoverMusicRoutes } from '#features/discover-music/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Transport } from '#kit/outbound.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import { createCoverArt } from '#upstreams/coverart/coverart.ts'
import { createListenBrainzCharts } from '#upstreams/listenbrainz/listenbrainz-charts.ts'
import { createMusicBrainzCatalog } from '#upstreams/musicbrainz/musicbrainz-catalog.ts'
import type { composeConfiguration } from './configuration.ts'

/** What people find music with, and the metadata database behind it for whoever else must know a record. */
export function composeDiscoverMusic(parts: {
  config: Config
  database: Database
  clock: Clock
  external: Transport
  inventory: Inventory
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'discovery'>
}): { catalog: MusicCatalog; bindings: Binding[] } {
  const { config, database, external } = parts
  const catalog = createMusicBrainzCatalog({ external, url: config.musicbrainz.url })
  const music = createDiscoverMusic({
    ...parts,
    catalog,
    charts: createListenBrainzCharts({ external, url: config.listenbrainz.url }),
    covers: createCoverArt({ external, ...config.coverart }),
    hiddenTypes: parts.configuration.discovery.hiddenTypes,
    currentCaller: createCurrentCaller(database),
  })
  return { catalog, bindings: discoverMusicRoutes(music) }
}
