import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { parseInput } from '#http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import type { DeliveryOptions } from '#ports/delivery-options.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import { createDescribeMovie } from './prepare/describe-movie.ts'
import { createLiveReader } from './follow/live-reader.ts'
import type {
  LiveMany,
  PolicyOf,
  ProveAlbum,
  ReadQualityProfiles,
  TitleOf,
  TvMatches,
} from './dependencies.ts'
import { createLatestOwnRequest } from './follow/latest-own-request.ts'
import { createReadTitle } from './titles/read-title.ts'
import { requestRoutes } from './request-routes.ts'
import { createRequests } from './requests.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  alerts: Alerts
  policyOf: PolicyOf
  readQualityProfiles: ReadQualityProfiles
  quotas: Quotas
  deliveries: Deliveries
  tv_matches: TvMatches
  library_status: LibraryStatus
  screen: Pick<DiscoverScreen, 'details'>
  music: { live: LiveMany; proveAlbum: ProveAlbum; titleOf: TitleOf }
  books: { live: LiveMany; titleOf: TitleOf }
  music_catalog: Pick<MusicCatalog, 'album' | 'groupOfRelease'>
  /** What a library manager offers now (C59). */
  readDeliveryOptions: (instance_id: string) => Promise<DeliveryOptions>
}

/** Requests: preview, acceptance, decision, lists and actions. */
export function createRequestsSlice(platform: Platform, needs: Needs) {
  const { music, books, tv_matches } = needs
  const parts = { ...platform, ...needs }
  const describeMovie = createDescribeMovie(parts)
  const readTitle = createReadTitle({
    ...parts,
    describeMovie,
    bookTitle: books.titleOf,
    albumTitle: music.titleOf,
  })
  const requests = createRequests({
    ...parts,
    tv: tv_matches,
    parseInput,
    describeMovie,
    readTitle,
    live: createLiveReader(needs),
    proveAlbum: music.proveAlbum,
    requestSaved: platform.hooks.requestSaved.run,
  })
  const { titles } = requests
  platform.hooks.userRemoved.on('requests', requests.transferOwnership)
  platform.hooks.titleLearned.on('requests', titles.learn)
  return {
    api: {
      correctives: requests.correctives,
      preview: requests.preview,
      create: requests.create,
      readTitle,
      /** Each person's latest request for a title. */
      latestOwnRequest: createLatestOwnRequest(needs.deliveries),
    },
    routes: requestRoutes(requests),
    start: titles.schedule,
    close: titles.close,
  }
}
