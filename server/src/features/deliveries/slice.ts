import type { Inventory } from '#features/instances/index.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import { wasWorkHidden } from '#features/hidden-titles/index.ts'
import type { ConnectionTesters } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import type { PolicyOf } from '#features/request-settings/index.ts'
import {
  findDeliveredRecord,
  findRequest,
  seasonUnits,
  subscribersOf,
  updateRequest,
} from '#features/requests/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createLidarrShelf } from '#upstreams/lidarr/lidarr-adds.ts'
import { createRadarrShelf } from '#upstreams/radarr/radarr-adds.ts'
import { createSonarrShelf } from '#upstreams/sonarr/sonarr-adds.ts'
import { createBookCourier } from './couriers/book-courier.ts'
import { createDeliveries } from './delivery-service.ts'
import { forgetRecords } from './delivery-store.ts'
import { createMovieCourier } from './couriers/movie-courier.ts'
import { createMusicCourier } from './couriers/music-courier.ts'
import { showFactsOf } from './couriers/show-facts.ts'
import { createTvCourier } from './couriers/tv-courier.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  testers: ConnectionTesters
  library_events: LibraryEvents
  library_status: Pick<LibraryStatus, 'invalidate'>
  quotas: Quotas
  policyOf: PolicyOf
  tv_matches: TvMatches
  screen: Pick<DiscoverScreen, 'details'>
  music_catalog: Pick<MusicCatalog, 'groupOfRelease'>
}

/** Delivers accepted requests to the libraries. */
export function createDeliveriesSlice(platform: Platform, needs: Needs) {
  const { inventory, quotas, testers, library_status, library_events } = needs
  const deliveries = createDeliveries({
    ...platform,
    ...needs,
    couriers: createCouriers(platform, needs),
    findUser,
    updateRequest,
    subscribersOf,
    learnTitle: platform.hooks.titleLearned.run,
    findRequest: async (db, id) => (await findRequest(db, id)) ?? null,
    markBegun: (tx, { request_id, format }, request, seasons) =>
      quotas.begin(tx, { request_id, format, units: seasonUnits(request, seasons) }),
    refund: (tx, { request_id, format }, request, seasons) =>
      quotas.refund(tx, { request_id, format, units: seasonUnits(request, seasons) }),
    async probe(instance, signal) {
      await testers[instance.service_type].test(inventory.connectionOf(instance), signal)
    },
    libraryChanged: library_status.invalidate,
  })
  platform.hooks.instanceConnected.on('deliveries', (tx, instance) => forgetRecords(tx, instance.id))
  // 1/6: book events wake author-import waits, and a manager that sends webhooks can be reached again.
  const close = library_events.onReceived(({ instance_id }) => deliveries.wakeWaiting(instance_id))
  return { api: deliveries, routes: [], close }
}

function createCouriers({ database, outbound }: Platform, needs: Needs) {
  const { internal } = outbound
  const { tv_matches, music_catalog, screen } = needs

  /** 1/4.8: the requester's defaults at the time of delivery. */
  async function defaultQualities({ user_id, media_type }: RequestRecord): Promise<readonly number[]> {
    const user = await findUser(database.read, user_id)
    if (!user || (media_type !== 'movie' && media_type !== 'tv')) return []
    const { default_quality } = await needs.policyOf(database.read, { user_id, role: user.role })
    return default_quality[media_type]
  }

  return {
    movie: createMovieCourier({ shelf: createRadarrShelf(internal), defaultQualities }),
    tv: createTvCourier({
      shelf: createSonarrShelf(internal),
      matches: tv_matches,
      read: database.read,
      defaultQualities,
      showFacts: async tmdb_id => showFactsOf(await screen.details.record('tv', tmdb_id)),
    }),
    book: createBookCourier({
      shelf: createBookManagerShelf(internal),
      library: createBookManagerLibrary(internal),
    }),
    music: createMusicCourier({
      shelf: createLidarrShelf(internal),
      recordOf: request => findDeliveredRecord(database.read, request),
      groupOf: (id, { request, signal }) =>
        music_catalog.groupOfRelease(id, { lane: String(request.user_id), signal }),
      wasHidden: (foreign_id, { created_at }) =>
        wasWorkHidden(database.read, { media_type: 'music', foreign_id }, created_at),
    }),
  }
}
