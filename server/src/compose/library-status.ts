import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import {
  createCards,
  createDownLibraries,
  createLibraryTruth,
  createQueueWatcher,
  createTitleStatus,
  createWatch,
  type DownLibraries,
  type LearnTitle,
  type LibraryStatus,
  type Matches,
  type NewestOwn,
  type PollOfManager,
  titleStatusRoutes,
  type WatchedLibraries,
} from '#features/library-status/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createSonarrLibrary } from '#upstreams/sonarr/sonarr-library.ts'

export interface LibraryTruthComposition {
  database: Database
  broadcast: Broadcast
  clock: Clock
  log: Log
  outbound: Outbound
  inventory: Inventory
  library_events: LibraryEvents
}

/** What the libraries hold now; made before requests, which are accepted and delivered by it. */
export function composeLibraryTruth(parts: LibraryTruthComposition) {
  const { internal } = parts.outbound
  return createLibraryTruth({
    ...parts,
    movies: createRadarrLibrary(internal),
    series: createSonarrLibrary(internal),
  })
}

export interface TitleStatusComposition extends LibraryTruthComposition {
  truth: ReturnType<typeof composeLibraryTruth>
  events: EventHub
  kids: TitleGate
  matches: Matches
  /** What each person asked for last, from the slice that keeps it. */
  newestOwn: NewestOwn
  learnTitle: LearnTitle
  /** Libraries whose titles go by foreign ids. */
  others: WatchedLibraries
  /** At each poll of a manager, beside its queue. */
  polls: readonly PollOfManager[]
}

export interface ComposedTitleStatus {
  status: LibraryStatus
  bindings: Binding[]
  /** Libraries that do not answer. */
  down: DownLibraries
  start(): void
  close(): Promise<void>
}

/** How titles stand, for their pages, for cards, and for pages that are open while something moves. */
export function composeTitleStatus(parts: TitleStatusComposition): ComposedTitleStatus {
  const { database, clock, truth } = parts
  const { status, projections } = truth
  const statusParts = {
    ...parts,
    status,
    currentCaller: createCurrentCaller(database),
  }
  const down = createDownLibraries(parts)
  const watcher = createQueueWatcher({
    ...parts,
    down,
    status,
    projections,
    watch: createWatch({ database, clock, name: 'library queues' }),
  })
  return {
    status,
    down,
    bindings: titleStatusRoutes({
      titleStatus: createTitleStatus(statusParts),
      cards: createCards(statusParts),
    }),
    start: watcher.start,
    async close() {
      await watcher.close()
      down.close()
      status.close()
    },
  }
}
