import { type Import, isRowNumber } from './import-rules.ts'

/** How one came to know of an arrival. */
export type ArrivalSource = 'webhook' | 'history'

export interface Arrival {
  title_key: string
  /** Empty, or a number of our own: the manager did not say. */
  download_id: string
  source: ArrivalSource
  /** By the clock of the manager where its history says it. */
  arrived_at: string
}

const DAY_MS = 24 * 60 * 60_000

/** A history is read back this far at most; what is older is no news. */
const LONGEST_MS = 7 * DAY_MS
/** Rows of the same moment may be written one after the other. */
const OVERLAP_MS = 2 * 60_000
/** Without the number of a download, the same title from the other source within this time is the same import. */
const SAME_MS = DAY_MS
/** Files that came in without a download within this time are one import. */
const TOGETHER_MS = 10 * 60_000
/** What webhooks without a number are counted by. */
const UNNUMBERED = 'webhook-'

/** Longer than anybody reads back or repeats; then a row is of no more use. */
export const ARRIVALS_KEPT_MS = LONGEST_MS + DAY_MS

/** Managers write the number of a download in large letters here and in small ones there. */
export function downloadKey(download_id: string | null): string {
  return (download_id ?? '').toLowerCase()
}

/** A webhook that did not name its download, and that no row of the history was found for yet. */
function isUnnumbered({ source, download_id }: Arrival): boolean {
  return source === 'webhook' && (download_id === '' || download_id.startsWith(UNNUMBERED))
}

function isWithin(ms: number, one: Arrival, other: Arrival): boolean {
  return Math.abs(Date.parse(one.arrived_at) - Date.parse(other.arrived_at)) <= ms
}

interface Judged {
  is_news: boolean
  remembered: Arrival[]
  forgotten: Arrival[]
}

const KNOWN: Judged = { is_news: false, remembered: [], forgotten: [] }

/**
 * C60: whether somebody announced this import before. A download is the same wherever one hears of it. A webhook
 * that does not name its download and a row of the history are the same import when they are of one title and
 * not far apart; each answers for one of the other, and the webhook is remembered by the number of the row from
 * then on. `known` are the arrivals of that title.
 */
function judge(report: Arrival, known: readonly Arrival[], is_summary: boolean): Judged {
  if (known.some(one => one.download_id === report.download_id && !isUnnumbered(one))) return KNOWN
  if (report.source === 'history') return judgeRow(report, known)
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

function judgeRow(report: Arrival, known: readonly Arrival[]): Judged {
  // By hand, an album comes in with a row for each of its tracks.
  const isOfSameImport = known.some(one => isRowNumber(one.download_id) && isWithin(TOGETHER_MS, one, report))
  if (isRowNumber(report.download_id) && isOfSameImport) return KNOWN
  const webhook = known.find(one => isUnnumbered(one) && isWithin(SAME_MS, one, report))
  if (!webhook) return { ...KNOWN, is_news: true, remembered: [report] }
  return { ...KNOWN, remembered: [{ ...report, source: 'webhook' }], forgotten: [webhook] }
}

/** What of an import is news: the arrivals to remember and, of a series, the episodes to announce. */
export function freshPart(
  found: Import,
  { source, now, known }: { source: ArrivalSource; now: string; known: readonly Arrival[] },
): Judged & { parts: string[] } {
  const download_id = downloadKey(found.download_id)
  const arrived_at = found.at ?? now
  const judged = found.keys.map((title_key, i) => {
    const report = { title_key, download_id, source, arrived_at }
    const ofTitle = known.filter(one => one.title_key === title_key)
    return { ...judge(report, ofTitle, found.kind === 'either'), part: found.parts[i] }
  })
  const news = judged.filter(one => one.is_news)
  return {
    is_news: news.length > 0,
    remembered: judged.flatMap(one => one.remembered),
    forgotten: judged.flatMap(one => one.forgotten),
    parts: news.flatMap(({ part }) => part ?? []),
  }
}

/** Of a library that is new here: shortly before now, because rows are dated by the clock of the manager. */
export function firstCursor(now: number): string {
  return new Date(now - OVERLAP_MS).toISOString()
}

/** From when on a history is read. */
export function readFrom(cursor: string, now: number): string {
  return new Date(Math.max(Date.parse(cursor), now - LONGEST_MS)).toISOString()
}

/** Where the next reading begins, after one that found these moments. It never goes back. */
export function nextCursor(cursor: string, found: readonly string[]): string {
  const newest = found.reduce((latest, at) => Math.max(latest, Date.parse(at)), 0)
  return new Date(Math.max(Date.parse(cursor), newest - OVERLAP_MS)).toISOString()
}
