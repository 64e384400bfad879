import type { IssueStatus } from '@foyer/contract/issues/issue'
import type { RemediationChoices } from '@foyer/contract/remediation/remediation'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { type IssueScope, isOfScope, isWholeScope } from './scope-rules.ts'
import type { PlacedEvent } from './sighting-rules.ts'

/** 2/4.9: within a minute, with time to spare. */
const OFF_MS = 30_000
/** Long enough for a search that the manager runs by itself to find something. */
const IN_VAIN_MS = DAY_MS

type Settings = Pick<RemediationChoices, 'enabled' | 'observation_min_minutes'>

/**
 * When a report is open at the latest. Without an agent there is nothing to wait for: people read it, and the delay
 * only lets the library say that it is fetching a replacement.
 */
export function reportDueAt(observed_at: string, { enabled, observation_min_minutes }: Settings): Date {
  const observed_ms = observation_min_minutes * MINUTE_MS
  return new Date(Date.parse(observed_at) + (enabled ? observed_ms : Math.min(observed_ms, OFF_MS)))
}

/** Statuses of a report for which a new copy is on its way. */
export const AWAITS_REPLACEMENT = ['recovering', 'waiting'] as const

export interface ReportView {
  /** Something of it is on its way. */
  is_fetching: boolean
  /** Since the report. */
  was_imported: boolean
}

/**
 * What the events since a report say about it. While it recovers, only the library itself knows what is on its way, so
 * that it must be all of it; an agent that waits may have replaced the one bad episode of a season.
 */
export function wasFixedSince(
  events: readonly PlacedEvent[],
  report: IssueScope & { status: IssueStatus; created_at: string },
): boolean {
  const wasFixed = report.status === 'waiting' ? wasImportedSince : wasReplacedSince
  return wasFixed(events, report, report.created_at)
}

/**
 * Null `view`: the library cannot be read, or was not; then only the time counts. A replacement that the agent waits for
 * resolves a report like one that was on its way from the start.
 */
export function nextReportStep(
  report: { status: IssueStatus; observed_at: string },
  view: ReportView | null,
  settings: Settings,
  now: Date,
): 'stay' | 'open' | 'resolve' {
  const isReplaced = view !== null && !view.is_fetching && view.was_imported
  if (isReplaced && AWAITS_REPLACEMENT.some(status => status === report.status)) return 'resolve'
  if (report.status !== 'observing' && report.status !== 'recovering') return 'stay'
  return now >= reportDueAt(report.observed_at, settings) ? 'open' : 'stay'
}

/** A report waits, and for a day nothing was on its way that could end the wait: somebody has to look. */
export function isWaitInVain(
  report: { status: IssueStatus; updated_at: string },
  view: ReportView | null,
  now: Date,
): boolean {
  if (report.status !== 'waiting' || view === null || view.is_fetching || view.was_imported) return false
  return now.getTime() - Date.parse(report.updated_at) >= IN_VAIN_MS
}

/** Whether the library took in something of that scope after this moment, if only a part of it. */
export function wasImportedSince(events: readonly PlacedEvent[], scope: IssueScope, since: string): boolean {
  return importedSince(events, since).some(({ scope: of }) => of !== null && isOfScope(of, scope))
}

/** Whether one download that the library took in after this moment brought exactly that scope (C50). */
function wasReplacedSince(events: readonly PlacedEvent[], scope: IssueScope, since: string): boolean {
  const keyOf = ({ event }: PlacedEvent) => event.download_id ?? event.at
  const downloads = [...Map.groupBy(importedSince(events, since), keyOf).values()]
  return downloads.some(rows =>
    isWholeScope(
      rows.flatMap(row => row.scope ?? []),
      scope,
    ),
  )
}

function importedSince(events: readonly PlacedEvent[], since: string): PlacedEvent[] {
  return events.filter(({ event }) => event.kind === 'imported' && Date.parse(event.at) >= Date.parse(since))
}
