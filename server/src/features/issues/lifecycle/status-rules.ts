import { CLOSED_ISSUE_STATUSES, type IssueAuthor, type IssueStatus } from '@foyer/contract/issues/issue'
import { z } from 'zod'
import { DAY_MS } from '#kit/durations.ts'
import type { Closing, IssueRecord } from '../issue.ts'

export function isClosed({ status }: { status: IssueStatus }): boolean {
  return CLOSED_ISSUE_STATUSES.some(one => one === status)
}

/** 2/4.9: it may yet settle by itself, so people are not asked for anything. */
export function isObserved(status: IssueStatus): boolean {
  return status === 'observing' || status === 'recovering'
}

/** 2/4.9: a detected problem that is still observed: nobody is notified of it. */
export function isSilent({ source, opened_at }: Pick<IssueRecord, 'source' | 'opened_at'>): boolean {
  return source === 'auto' && opened_at === null
}

/** Whether admins have read an issue that is closed now. */
export function isReadOnceClosed(
  issue: Pick<IssueRecord, 'source' | 'opened_at' | 'admin_read'>,
  { status, resolution_kind }: Pick<Closing, 'status' | 'resolution_kind'>,
  mark_resolved_as_read: boolean,
): boolean {
  if (isSilent(issue)) return issue.admin_read === 1
  if (resolution_kind === 'admin_completed' || resolution_kind === 'admin_dismissed') return true
  return status === 'resolved' && mark_resolved_as_read
}

/** Who ends an issue, for its thread. */
export function closedBy({ resolution_kind }: Pick<Closing, 'resolution_kind'>): IssueAuthor {
  switch (resolution_kind) {
    case 'admin_completed':
    case 'admin_dismissed':
      return 'admin'
    case 'reporter_confirmed':
      return 'user'
    case 'agent_concluded':
    case 'removed_no_replacement':
    case 'removed_waiting_for_air':
      return 'agent'
    default:
      return 'system'
  }
}

const Downloads = z.array(z.string())
/** Downloads beyond this are not remembered, so that a row stays small. */
const MAX_COUNTED = 200

export function countedDownloads({ counted_downloads }: Pick<IssueRecord, 'counted_downloads'>): string[] {
  return Downloads.parse(JSON.parse(counted_downloads))
}

/** `occurrences` counts each download once, however often it is seen. */
export function countDownload(
  counted: readonly string[],
  download_id: string | null,
): { counted: string[]; is_new: boolean } {
  if (download_id === null || counted.includes(download_id)) return { counted: [...counted], is_new: false }
  return { counted: [...counted, download_id].slice(-MAX_COUNTED), is_new: true }
}

/**
 * An admin has dismissed this problem, or decided to leave it: the same download does not report it again. Without a
 * download, it is left alone for a day.
 */
export function isSettled(
  closed: Pick<IssueRecord, 'status' | 'counted_downloads' | 'closed_at'>,
  download_id: string | null,
  now: number,
): boolean {
  if (closed.status !== 'dismissed' && closed.status !== 'wont_fix') return false
  if (download_id !== null) return countedDownloads(closed).includes(download_id)
  return closed.closed_at !== null && now - Date.parse(closed.closed_at) < DAY_MS
}

export type SystemStep =
  | { step: 'open'; detail: string }
  | { step: 'refresh'; issue: IssueRecord; detail: string }
  | { step: 'close'; issue: IssueRecord }
  | { step: 'note_clear'; issue: IssueRecord }

/**
 * What a condition of the server itself does to its issue; `detail` is null while there is nothing to report. `ended` is
 * the latest closed issue where admins may end it for good: that the condition was gone since is noted on it.
 */
export function systemStep(
  { open, ended }: { open: IssueRecord | null; ended: IssueRecord | null },
  detail: string | null,
): SystemStep | null {
  const isLeft = ended !== null && closedBy(ended) === 'admin' && ended.clear_since === null
  if (detail === null) {
    if (open) return { step: 'close', issue: open }
    return isLeft ? { step: 'note_clear', issue: ended } : null
  }
  if (open) return open.detail === detail ? null : { step: 'refresh', issue: open, detail }
  return isLeft ? null : { step: 'open', detail }
}
