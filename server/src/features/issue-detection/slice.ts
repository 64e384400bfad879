import { OPEN_ISSUE_STATUSES } from '@foyer/contract/issues/issue'
import type { Inventory } from '#features/instances/index.ts'
import type { Issues } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createLibraryWatch } from './library-watch.ts'
import { createQueueViews } from './queue-views.ts'
import { createRecovery } from './recovery.ts'
import { createReportObservation } from './report-observation.ts'
import { createWatchJob } from './watch-job.ts'

interface Needs {
  operations: LibraryOperations
  tv_matches: TvMatches
  inventory: Inventory
  issues: Issues
}

/** Watches the libraries for problems, and observes them until they go away or become open issues. */
export function createIssueDetectionSlice(platform: Platform, needs: Needs) {
  const { hooks, database } = platform
  const { issues, operations, tv_matches } = needs
  const { reads } = operations
  const views = createQueueViews({ ...platform, reads, tv_matches })
  const reports = createReportObservation({ ...platform, issues, views })
  const watch = createLibraryWatch({ ...platform, ...needs, reads, views, reports })
  const job = createWatchJob({ ...platform, ...needs, watch, reports })

  hooks.isRecovering.provide('issue-detection', createRecovery({ views }).isRecovering)
  hooks.issueReported.on('issue-detection', reports.reported)
  hooks.instanceConnected.on('issue-detection', job.connected)
  hooks.instanceRemoved.on('issue-detection', async (tx, instance) => {
    await database.alsoLock(tx, 'issues')
    const left = await issues.inStatus(tx, OPEN_ISSUE_STATUSES, instance.id)
    for (const { id, source } of left)
      if (source === 'auto') await issues.close(tx, id, { status: 'resolved', ...LIBRARY_REMOVED })
  })
  return { api: { queue_views: views }, routes: [], start: job.start }
}

const LIBRARY_REMOVED = {
  resolution: 'The library was removed.',
  resolution_kind: 'library_state_cleared',
} as const
