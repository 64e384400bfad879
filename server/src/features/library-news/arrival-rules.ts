import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { type Import, isHistoryId } from './import-rules.ts'

/** Where the report of an arrival came from. */
export type ArrivalSource = 'webhook' | 'history'

export interface Arrival {
  title_key: string
  /** The manager's id of the download. Empty, or an id of our own, if it did not report one. */
  download_id: string
  source: ArrivalSource
  /** By the manager's clock if its history reports the time. */
  arrived_at: string
}

/** The history is read back at most this far; older imports are not announced. */
const LONGEST_MS = 7 * DAY_MS
/** Rows of the same moment may be written one after the other. */
const OVERLAP_MS = 2 * MINUTE_MS
/** Without a download id, the same title from the other source within this time is the same import. */
const SAME_MS = DAY_MS
/** Files imported without a download within this time are one import. */
const TOGETHER_MS = 10 * MINUTE_MS
/** Prefix of the ids given to webhooks without a download id. */
const UNNUMBERED = 'webhook-'

/** Longer than any read or retry goes back; older rows are no longer needed. */
export const ARRIVALS_KEPT_MS = LONGEST_MS + DAY_MS

/** How long Home can show an arrival. */
export const ADDITIONS_KEPT_MS = 60 * DAY_MS

/** Managers write the id of a download in upper case in one place and in lower case in another. */
export function downloadKey(download_id: string | null): string {
  return (download_id ?? '').toLowerCase()
}

/** A webhook without a download id that has not been matched with a row of the history yet. */
function isUnnumbered({ source, download_id }: Arrival): boolean {
  return source === 'webhook' && (download_id === '' || download_id.startsWith(UNNUMBERED))
}

function isWithin(ms: number, one: Arrival, other: Arrival): boolean {
  return Math.abs(Date.parse(one.arrived_at) - Date.parse(other.arrived_at)) <= ms
}

interface Assessment {
  is_news: boolean
  remembered: Arrival[]
  forgotten: Arrival[]
}

const KNOWN: Assessment = { is_news: false, remembered: [], forgotten: [] }

/**
 * C60: whether this import was announced before. The same download id is the same import, from any source. A
 * webhook without a download id and a row of the history are the same import if they are about one title and close
 * in time. Each matches one of the other, and the webhook's arrival then stores the id of the row. `known` are the
 * arrivals of that title.
 */
function assess(report: Arrival, known: readonly Arrival[], is_summary: boolean): Assessment {
  if (known.some(one => one.download_id === report.download_id && !isUnnumbered(one))) return KNOWN
  if (report.source === 'history') return assessHistoryRow(report, known)
  if (!isUnnumbered(report)) return { ...KNOWN, is_news: true, remembered: [report] }
  const isRepeated = known.some(one => one.source === 'webhook' && isWithin(TOGETHER_MS, one, report))
  if (is_summary && isRepeated) return KNOWN
  const numbers = new Set(known.filter(one => one.source === 'webhook').map(one => one.download_id))
  const row = known.find(
    one => one.source === 'history' && !numbers.has(one.download_id) && isWithin(SAME_MS, one, report),
  )
  if (row) return { ...KNOWN, remembered: [{ ...row, source: 'webhook' }] }
  let count = 1
  while (numbers.has(`${UNNUMBERED}${count}`)) count += 1
  return { ...KNOWN, is_news: true, remembered: [{ ...report, download_id: `${UNNUMBERED}${count}` }] }
}

function assessHistoryRow(report: Arrival, known: readonly Arrival[]): Assessment {
  // An album that is imported manually has one row per track.
  const isOfSameImport = known.some(one => isHistoryId(one.download_id) && isWithin(TOGETHER_MS, one, report))
  if (isHistoryId(report.download_id) && isOfSameImport) return KNOWN
  const webhook = known.find(one => isUnnumbered(one) && isWithin(SAME_MS, one, report))
  if (!webhook) return { ...KNOWN, is_news: true, remembered: [report] }
  return { ...KNOWN, remembered: [{ ...report, source: 'webhook' }], forgotten: [webhook] }
}

/** The new part of an import: the arrivals to store and, for a series, the episodes to announce. */
export function freshPart(
  found: Import,
  { source, now, known }: { source: ArrivalSource; now: string; known: readonly Arrival[] },
): Assessment & { parts: string[] } {
  const download_id = downloadKey(found.download_id)
  const arrived_at = found.at ?? now
  const assessments = found.keys.map((title_key, i) => {
    const report = { title_key, download_id, source, arrived_at }
    const ofTitle = known.filter(one => one.title_key === title_key)
    return { ...assess(report, ofTitle, found.kind === 'either'), part: found.parts[i] }
  })
  const news = assessments.filter(one => one.is_news)
  return {
    is_news: news.length > 0,
    remembered: assessments.flatMap(one => one.remembered),
    forgotten: assessments.flatMap(one => one.forgotten),
    parts: news.flatMap(({ part }) => part ?? []),
  }
}

/** For a new library: shortly before now, because rows are dated by the manager's clock. */
export function firstCursor(now: number): string {
  return new Date(now - OVERLAP_MS).toISOString()
}

export function earliestRead(now: number): string {
  return new Date(now - LONGEST_MS).toISOString()
}

/** The time from which the history is read. */
export function readFrom(cursor: string, now: number): string {
  const from = Math.max(Date.parse(cursor), Date.parse(earliestRead(now)))
  return new Date(Math.min(from, now)).toISOString()
}

/** Rows of a history from before the cursor, the newest of each new title; and those from the cursor on. */
export function splitAt(rows: readonly Import[], from: string): { earlier: Import[]; found: Import[] } {
  const isEarlier = ({ at }: Import) => at !== undefined && Date.parse(at) < Date.parse(from)
  const earlier = rows.filter(row => isEarlier(row) && row.kind !== 'upgrade')
  return {
    earlier: [...new Map(earlier.map(row => [row.identity, row])).values()],
    found: rows.filter(row => !isEarlier(row)),
  }
}

/**
 * The next cursor after a read that found these times. It never moves back, and never beyond now: a manager whose clock
 * ran ahead dates rows in the future, and what arrives until then would not be found.
 */
export function nextCursor(cursor: string, found: readonly string[], now: number): string {
  const newest = found.reduce((latest, at) => Math.max(latest, Date.parse(at)), 0)
  const next = Math.max(Date.parse(cursor), Math.min(newest, now) - OVERLAP_MS)
  return new Date(next).toISOString()
}
