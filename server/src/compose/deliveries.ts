import type { Database, Db } from '#db/database.ts'
import {
  createBookCourier,
  createDeliveries,
  createMovieCourier,
  createMusicCourier,
  createTvCourier,
  type Deliveries,
} from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { seasonUnits } from '#features/requests/index.ts'
import type { PolicyOf } from '#features/request-settings/index.ts'
import { findUser } from '#features/sessions/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { createLidarrShelf } from '#upstreams/lidarr/lidarr-adds.ts'
import { createRadarrShelf } from '#upstreams/radarr/radarr-adds.ts'
import { createSonarrShelf } from '#upstreams/sonarr/sonarr-adds.ts'
import type { Upstreams } from './upstreams.ts'

export interface DeliveryComposition {
  database: Database
  clock: Clock
  jobs: Jobs
  log: Log
  events: EventHub
  inventory: Inventory
  kids: TitleGate
  outbound: Outbound
  upstreams: Upstreams
  library_events: LibraryEvents
  library_status: Pick<LibraryStatus, 'invalidate'>
  quotas: Quotas
  policyOf: PolicyOf
  tv_matches: TvMatches
  music_catalog: Pick<MusicCatalog, 'groupOfRelease'>
  /** What was asked for, from the slice that keeps it. */
  findRequest(db: Db, id: number): Promise<RequestRecord | undefined>
  updateRequest: Parameters<typeof createDeliveries>[0]['updateRequest']
  subscribersOf(db: Db, request_id: number): Promise<number[]>
  learnTitle: Parameters<typeof createDeliveries>[0]['learnTitle']
  findDeliveredRecord(
    db: Db,
    request: Pick<RequestRecord, 'identity' | 'instance_id'>,
  ): Promise<number | null>
}

/** How what was asked for gets into the libraries. */
export function composeDeliveries(parts: DeliveryComposition): { deliveries: Deliveries; close(): void } {
  const { database, inventory, quotas, upstreams, library_status, library_events } = parts
  const { internal } = parts.outbound
  const defaultQuality = createDefaultQuality(parts)
  const deliveries = createDeliveries({
    ...parts,
    couriers: {
      movie: createMovieCourier({ shelf: createRadarrShelf(internal), defaultQuality }),
      tv: createTvCourier({
        shelf: createSonarrShelf(internal),
        matches: parts.tv_matches,
        read: database.read,
        defaultQuality,
      }),
      book: createBookCourier({
        shelf: createBookManagerShelf(internal),
        library: createBookManagerLibrary(internal),
      }),
      music: createMusicCourier({
        shelf: createLidarrShelf(internal),
        recordOf: request => parts.findDeliveredRecord(database.read, request),
        groupOf: (id, { request, signal }) =>
          parts.music_catalog.groupOfRelease(id, { lane: String(request.user_id), signal }),
      }),
    },
    findUser,
    findRequest: async (db, id) => (await parts.findRequest(db, id)) ?? null,
    markBegun: (tx, { request_id, format }, request, seasons) =>
      quotas.begin(tx, { request_id, format, units: seasonUnits(request, seasons) }),
    refund: (tx, { request_id, format }, request, seasons) =>
      quotas.refund(tx, { request_id, format, units: seasonUnits(request, seasons) }),
    async probe(instance, signal) {
      await upstreams.testers[instance.service_type].test(inventory.connectionOf(instance), signal)
    },
    libraryChanged: library_status.invalidate,
  })
  // 1/6: book events wake author-import waits; and who calls us can be reached again.
  const close = library_events.onReceived(({ instance_id }) => deliveries.wakeWaiting(instance_id))
  return { deliveries, close }
}

/** 1/4.8: the default of whoever asked, at the moment of delivery. */
function createDefaultQuality({ database, policyOf }: DeliveryComposition) {
  return async ({ user_id, media_type }: RequestRecord): Promise<number> => {
    const user = await findUser(database.read, user_id)
    if (!user || (media_type !== 'movie' && media_type !== 'tv')) return 0
    const { default_quality } = await policyOf(database.read, { user_id, role: user.role })
    return default_quality[media_type]
  }
}
