import type { Import } from './import-rules.ts'

/** How one came to know of an arrival. */
export type ArrivalSource = 'webhook' | 'history'

export interface Arrival {
  title_key: string
  /** Empty: the manager did not say. */
  download_id: string
  source: ArrivalSource
  arrived_at: string
}

const DAY_MS = 24 * 60 * 60_000

/** A history is read back this far at most; what is older is no news. */
const LONGEST_MS = 7 * DAY_MS
/** Rows of the same moment may be written one after the other. */
const OVERLAP_MS = 2 * 60_000
/** Without the number of a download, the same title from the other source within this time is the same import. */
const SAME_MS = DAY_MS

/** Longer than anybody reads back or repeats; then a row is of no more use. */
export const ARRIVALS_KEPT_MS = LONGEST_MS + DAY_MS

/** Managers write the number of a download in large letters here and in small ones there. */
export function downloadKey(download_id: string | null): string {
  return (download_id ?? '').toLowerCase()
}

/**
 * C60: whether somebody announced this import before. A download is the same wherever one hears of it. What
 * one source does not number is known by its title and the time; the same source twice is two imports.
 */
function isKnown(report: Arrival, known: readonly Arrival[]): boolean {
  return known.some(one => {
    if (one.title_key !== report.title_key) return false
    if (one.download_id !== '' && one.download_id === report.download_id) return true
    const isUnnumbered = one.download_id === '' || report.download_id === ''
    const apart = Math.abs(Date.parse(one.arrived_at) - Date.parse(report.arrived_at))
    return isUnnumbered && one.source !== report.source && apart <= SAME_MS
  })
}

/** What of an import is news: the arrivals to remember and, of a series, the episodes to announce. */
export function freshPart(
  found: Import,
  { source, now, known }: { source: ArrivalSource; now: string; known: readonly Arrival[] },
): { arrivals: Arrival[]; parts: string[] } {
  const download_id = downloadKey(found.download_id)
  const reports = found.keys.map((title_key, i) => ({
    arrival: { title_key, download_id, source, arrived_at: now },
    part: found.parts[i],
  }))
  const fresh = reports.filter(({ arrival }) => !isKnown(arrival, known))
  return {
    arrivals: fresh.map(({ arrival }) => arrival),
    parts: fresh.flatMap(({ part }) => part ?? []),
  }
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
