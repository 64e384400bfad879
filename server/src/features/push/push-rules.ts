import type { PushTestResult } from '@foyer/contract/users'
import type { AlertData, Notice, SendOutcome } from '#features/notifications/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { GatewayNotice, GatewayReport } from '#ports/push-gateway.ts'

const FIRST_DELAY_MS = MINUTE_MS
const LONGEST_DELAY_MS = 30 * MINUTE_MS
const FRESH_MS = 10 * MINUTE_MS

/** 1/4.14: auto-enrol with backoff 60 s..30 min; `failures` counts from 1. */
export function enrolDelayMs(failures: number, after_ms = 0): number {
  const ladder = Math.min(FIRST_DELAY_MS * 2 ** Math.max(failures - 1, 0), LONGEST_DELAY_MS)
  return Math.min(Math.max(ladder, after_ms), LONGEST_DELAY_MS)
}

/** The other end answered, with whatever status (C27). */
export function didAnswer({ status }: UpstreamFault): boolean {
  return status !== undefined
}

/** The gateway rejected the request and would do so again. */
export function isRefused({ kind, status = 0 }: UpstreamFault): boolean {
  return kind === 'bad_answer' && status >= 400 && status < 500 && status !== 408
}

/** The outcome of a failed call for one send. Only a lost response leaves it unknown whether devices were notified. */
export function outcomeOfFault(fault: UpstreamFault): SendOutcome {
  const { kind, status = 0, retry_after_ms } = fault
  if (kind === 'outcome_unknown') return { kind: 'unconfirmed', reason: kind }
  if (isRefused(fault)) return { kind: 'failed', reason: `refused_${status}` }
  return { kind: 'retry', reason: kind, ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }) }
}

/** The gateway accepted it; the report says which devices were reached, if it can be read. */
export function outcomeOfReport(report: GatewayReport | null): SendOutcome {
  if (!report) return { kind: 'sent', detail: 'no_report' }
  if (report.sent > 0) return { kind: 'sent' }
  const areDead = report.results.length > 0 && report.results.every(one => one.pruned)
  return areDead ? { kind: 'gone' } : { kind: 'failed', reason: 'devices_refused' }
}

/** The gateway reports explicitly that it knows no device of this person. */
export function hasNoDevices(report: GatewayReport | null): boolean {
  return report !== null && report.sent === 0 && report.failed === 0 && report.results.length === 0
}

/**
 * The gateway lost its registrations, so nothing was sent: they are renewed, and then this is sent again. A gateway
 * that loses them immediately is not retried a second time.
 */
export function outcomeOfLostRegistration(
  live: readonly { registered_at: string | null }[],
  now: number,
): SendOutcome {
  if (live.length === 0) return { kind: 'gone' }
  const isFresh = live.some(
    ({ registered_at }) => registered_at !== null && now - Date.parse(registered_at) < FRESH_MS,
  )
  const reason = 'devices_unknown'
  return isFresh ? { kind: 'failed', reason } : { kind: 'retry', reason }
}

const ALWAYS = ['request_id', 'issue_id', 'proposal_id', 'user_id', 'count'] as const
const OF_SCREEN = ['media_type', 'tmdb_id'] as const
const OF_SHELF = ['media_type', 'foreign_id', 'title', 'instance_id', 'book_format'] as const

/** 1/4.14: only what an app needs to open the page; nothing else leaves through the gateway. */
function gatewayData(type: Notice['type'], data: AlertData): GatewayNotice['data'] {
  const { media_type } = data
  const isShelf = media_type === 'book' || media_type === 'music'
  return { type, ...pick(data, isShelf ? OF_SHELF : OF_SCREEN), ...pick(data, ALWAYS) }
}

type GatewayKey = (typeof ALWAYS)[number] | (typeof OF_SCREEN)[number] | (typeof OF_SHELF)[number]

function pick(data: AlertData, keys: readonly GatewayKey[]): Record<string, string | number> {
  return Object.fromEntries(
    keys.flatMap(key => {
      const value = data[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Values are text and numbers: phones accept nothing else. */
export function gatewayNotice({ type, title, body, badge, collapse_id, data }: Notice): GatewayNotice {
  return {
    title,
    body,
    ...(badge !== undefined && { badge }),
    ...(collapse_id !== undefined && { collapse_id }),
    data: gatewayData(type, data),
  }
}

/** 1/4.14: one row per addressed device, including those missing from the gateway's report. */
export function testResult(device_ids: readonly string[], report: GatewayReport | null): PushTestResult {
  const reported = new Map(report?.results.map(one => [one.device_id, one]))
  const isSilent = reported.size === 0
  const results = device_ids.map(device_id => {
    const one = reported.get(device_id)
    const ok = one ? one.ok : isSilent && (report === null || (report.failed === 0 && report.sent > 0))
    const error = one?.error ?? 'The device could not be reached.'
    return { device_id, ok, pruned: one?.pruned ?? false, ...(!ok && { error }) }
  })
  return tally(results)
}

/** C27: the gateway answered, but not with a delivery: no device was reached, for this reason. */
export function failedTest(device_ids: readonly string[], fault: UpstreamFault): PushTestResult {
  return tally(device_ids.map(device_id => ({ device_id, ok: false, pruned: false, error: fault.message })))
}

function tally(results: PushTestResult['results']): PushTestResult {
  const sent = results.filter(one => one.ok).length
  return { tokens: results.length, sent, failed: results.length - sent, results }
}
