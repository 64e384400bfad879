import type { ConnectionTesters, Inventory } from '#features/instances/index.ts'
import type { LibraryStatus, Matches, Projections } from '#features/library-status/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createDownLibraries } from './down-libraries.ts'
import type { WatchedLibraries } from './queue-events.ts'
import { createQueueWatcher, type PollOfManager } from './queue-watcher.ts'
import { createServerChecks } from './server-checks.ts'
import { createWatch } from './watch-lease.ts'

interface Needs {
  inventory: Inventory
  library_events: LibraryEvents
  status: LibraryStatus
  projections: Projections
  matches: Matches
  /** Libraries whose titles have foreign ids. */
  others: WatchedLibraries
  /** Called at each poll of a manager, beside its queue. */
  polls: readonly PollOfManager[]
  /** Tell whether a media server answers. */
  testers: ConnectionTesters
  openStreams(): number
}

/** Watches the managers' download queues: progress for open pages, and what does not answer. */
export function createQueueWatchSlice(platform: Platform, needs: Needs) {
  const parts = { ...platform, ...needs }
  const down = createDownLibraries(parts)
  const watcher = createQueueWatcher({
    ...parts,
    down,
    servers: createServerChecks(parts),
    watch: createWatch({ ...platform, name: 'library queues' }),
  })
  return {
    api: { down },
    routes: [],
    start: watcher.start,
    async close() {
      await watcher.close()
      down.close()
    },
  }
}
