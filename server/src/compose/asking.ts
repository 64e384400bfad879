import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import { attentionRoutes, createAttention } from '#features/attention/index.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LearnTitle, PollOfManager } from '#features/library-status/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import {
  countHeldUp,
  findDeliveredRecord,
  findRequest,
  subscribersOf,
  updateRequest,
} from '#features/requests/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import type { MusicCatalog } from '#ports/music-catalog.ts'
import type { Settings } from '#settings/settings.ts'
import { composeBookLibrary } from './book-library.ts'
import { composeBookStatus } from './book-status.ts'
import { composeDeliveries } from './deliveries.ts'
import { composeLibraryTruth, composeTitleStatus } from './library-status.ts'
import { composeMusic } from './music.ts'
import { composeRequests } from './requests.ts'
import { composeRequestRules } from './request-quotas.ts'
import type { Upstreams } from './upstreams.ts'

export interface AskingComposition {
  database: Database
  settings: Settings
  broadcast: Broadcast
  jobs: Jobs
  clock: Clock
  log: Log
  events: EventHub
  outbound: Outbound
  upstreams: Upstreams
  inventory: Inventory
  library_events: LibraryEvents
  kids: TitleGate
  screen: Pick<DiscoverScreen, 'details'>
  tv_matches: TvMatches
  music_catalog: Pick<MusicCatalog, 'album' | 'groupOfRelease'>
  alerts: Alerts
  /** At each poll of a manager, beside its queue. */
  polls: readonly PollOfManager[]
}

/**
 * What is in the libraries, what people ask for, and how the one becomes the other. The parts need each other
 * in a circle: a title's status knows of requests, requests know of the libraries.
 */
export function composeAsking(parts: AskingComposition) {
  const truth = composeLibraryTruth(parts)
  const rules = composeRequestRules({ ...parts, internal: parts.outbound.internal })
  const { quotas, policyOf } = rules
  const { onStale, status: library_status } = truth
  const learnTitle: LearnTitle = (request_id, title) => requests.titles.learn(request_id, title)
  const delivery = composeDeliveries({
    ...parts,
    quotas,
    policyOf,
    library_status,
    findRequest,
    updateRequest,
    subscribersOf,
    findDeliveredRecord,
    learnTitle,
  })
  const { deliveries } = delivery
  const bookLibrary = composeBookLibrary({ ...parts, onStale })
  const music = composeMusic({ ...parts, onStale, deliveries, learnTitle })
  const books = composeBookStatus({ ...parts, onStale, deliveries, learnTitle })
  const requests = composeRequests({ ...parts, policyOf, quotas, deliveries, library_status, music, books })
  const titleStatus = composeTitleStatus({
    ...parts,
    truth,
    matches: parts.tv_matches,
    newestOwn: requests.newestOwn,
    learnTitle,
    others: { book_manager: books.watched, music_manager: music.watched },
  })
  const attention = createAttention({ ...parts, down: titleStatus.down, countHeldUp })
  const closers = [music, bookLibrary, books, delivery, rules]

  return {
    correctives: requests.correctives,
    handOver: requests.handOver,
    /** Under which records a library has a title, for whoever looks for its files. */
    records: { book: books.records, album: music.records },
    bindings: [
      ...titleStatus.bindings,
      ...attentionRoutes(attention),
      ...bookLibrary.bindings,
      ...books.bindings,
      ...rules.bindings,
      ...requests.bindings,
      ...music.bindings,
    ],
    async start() {
      titleStatus.start()
      await requests.titles.schedule()
    },
    async close() {
      requests.titles.close()
      await titleStatus.close()
      for (const one of closers) one.close()
    },
  }
}
