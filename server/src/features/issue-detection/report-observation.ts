import { type MediaType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import type { ManagerRecord } from '#features/instances/index.ts'
import { isObserved, type IssueRecord, type Issues } from '#features/issues/index.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { Settings } from '#settings/settings.ts'
import { escalateToAdmin } from './escalate.ts'
import type { QueueView, QueueViews } from './queue-views.ts'
import {
  AWAITS_REPLACEMENT,
  isWaitInVain,
  nextReportStep,
  reportDueAt,
  type ReportView,
  wasFixedSince,
} from './rules/report-rules.ts'
import { isFetching, type PlacedEvent } from './rules/sighting-rules.ts'

const observeReport = defineJob({ name: 'observe-report', payload: z.object({ issue_id: z.int() }) })

/** Imports of the last hours, even of a busy library. */
const EVENTS = 200

type ReadHistory = () => Promise<PlacedEvent[] | null>

export interface ReportObservationParts {
  database: Database
  clock: Clock
  jobs: Jobs
  settings: Settings
  issues: Issues
  views: QueueViews
}

/** What people report is observed first: the library may be fetching a replacement already (2/4.9). */
export function createReportObservation(parts: ReportObservationParts) {
  const { database, clock, jobs, settings, issues, views } = parts

  /** One read, for as many reports as want to know. */
  function historyOf(instance_id: string, media_type: MediaType, signal: AbortSignal): ReadHistory {
    let events: ReturnType<ReadHistory> | undefined
    return () => (events ??= views.history({ instance_id, media_type }, EVENTS, signal))
  }

  /** Null: the library cannot be read. */
  async function viewOf(
    issue: IssueRecord,
    queue: QueueView | null,
    readHistory: ReadHistory,
  ): Promise<ReportView | null> {
    if (!queue?.is_complete) return null
    const is_fetching = isFetching(queue.active, issue)
    if (is_fetching) return { is_fetching, was_imported: false }
    const events = await readHistory()
    return events && { is_fetching, was_imported: wasFixedSince(events, issue) }
  }

  async function readView(issue: IssueRecord, signal: AbortSignal): Promise<ReportView | null> {
    const { instance_id, service_type } = issue
    // Only a replacement that was on its way can resolve it.
    if (issue.status !== 'recovering' || instance_id === null || service_type === null) return null
    const media_type = mediaTypeOf(service_type)
    try {
      const queue = await views.one({ instance_id, media_type }, signal)
      return await viewOf(issue, queue, historyOf(instance_id, media_type, signal))
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      return null
    }
  }

  /** In the caller's transaction, by the issue as it is now. */
  async function proceed(tx: Tx, id: number, view: ReportView | null): Promise<IssueRecord | null> {
    const issue = await issues.find(tx, id)
    if (!issue) return null
    const step = nextReportStep(issue, view, await settings.read(tx, remediation), clock.now())
    if (step === 'open') return issues.move(tx, id, { from: ['observing', 'recovering'], to: 'open' })
    if (step === 'resolve') return issues.close(tx, id, { status: 'resolved', ...REPLACED })
    if (isWaitInVain(issue, view, clock.now())) await escalateToAdmin(issues, tx, id, NOTHING_CAME)
    return issue
  }

  jobs.define(observeReport)
  jobs.handle(observeReport, async ({ payload: { issue_id }, lease, signal }) => {
    const issue = await issues.find(database.read, issue_id)
    if (!issue || !isObservedReport(issue)) return done()
    const due = reportDueAt(issue.observed_at, await settings.read(database.read, remediation))
    if (due > clock.now()) return again(due)
    const view = await readView(issue, signal)
    return issues.lock(async tx => {
      await proceed(tx, issue_id, view)
      return lease.finish(tx)
    })
  })

  async function enqueue(tx: Tx, issue_id: number, run_at: Date): Promise<void> {
    await jobs.enqueue(tx, observeReport, { issue_id }, { dedupe_key: String(issue_id), run_at })
  }

  return {
    /** In the transaction that saves the report. */
    async reported(tx: Tx, issue: IssueRecord): Promise<void> {
      if (!isObservedReport(issue)) return
      await enqueue(tx, issue.id, reportDueAt(issue.observed_at, await settings.read(tx, remediation)))
    },

    /** A replacement that arrived resolves the report before its time is over; one that never comes is an admin's. */
    async look(
      manager: ManagerRecord,
      queue: QueueView,
      assertHeld: (tx: Tx) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const reported = await issues.inStatus(database.read, AWAITS_REPLACEMENT, manager.id)
      const readHistory = historyOf(manager.id, mediaTypeOf(manager.service_type), signal)
      for (const issue of reported) {
        if (issue.source !== 'user') continue
        const view = await viewOf(issue, queue, readHistory)
        if (!view?.was_imported && !isWaitInVain(issue, view, clock.now())) continue
        await issues.lock(async tx => {
          await assertHeld(tx)
          await proceed(tx, issue.id, view)
        })
      }
    },

    /** Reports whose time is over by the settings as they are now, or whose job was lost. */
    async sweep(): Promise<void> {
      const choices = await settings.read(database.read, remediation)
      const observed = await issues.inStatus(database.read, ['observing', 'recovering'])
      const due = observed.filter(
        issue => isObservedReport(issue) && reportDueAt(issue.observed_at, choices) <= clock.now(),
      )
      if (due.length === 0) return
      await database.transaction(async tx => {
        for (const { id } of due)
          if (!(await jobs.wake(tx, observeReport, String(id)))) await enqueue(tx, id, clock.now())
      })
    },
  }
}

export type ReportObservation = ReturnType<typeof createReportObservation>

function isObservedReport({ source, status }: IssueRecord): boolean {
  return source === 'user' && isObserved(status)
}

const NOTHING_CAME = 'A replacement was waited for, but for a day nothing is on its way.'

const REPLACED = {
  resolution: 'The library has fetched and imported a new copy.',
  resolution_kind: 'library_state_cleared',
} as const
