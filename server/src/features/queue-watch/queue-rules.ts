import type { QueuedDownload } from '#ports/download-queue.ts'
import { downloadedShare } from '#features/library-status/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'

/** One title of a queue, with all its downloads. */
export interface QueuedTitle {
  /** The library's own record. */
  record_id: number
  /** As the manager reports it: always for movies, sometimes for series. */
  tmdb_id?: number
  tvdb_id?: number
  /** For media other than movies and shows. */
  foreign_id?: string
  downloads: readonly QueuedDownload[]
}

export type Queue = ReadonlyMap<number, QueuedTitle>

export type QueuedRow = Omit<QueuedTitle, 'downloads'> & { download: QueuedDownload }

export function groupByTitle(rows: readonly QueuedRow[]): Queue {
  const titles = new Map<number, QueuedTitle>()
  for (const { download, ...title } of rows) {
    const known = titles.get(title.record_id)
    titles.set(title.record_id, { ...title, ...known, downloads: [...(known?.downloads ?? []), download] })
  }
  return titles
}

export interface QueueChange {
  entered: QueuedTitle[]
  left: QueuedTitle[]
  /** Still there, with its progress changed by at least a percent. */
  moved: QueuedTitle[]
  /** Whether the set of downloads changed, regardless of progress. */
  is_changed_set: boolean
}

/** Whole percents: enough for a progress bar, and few enough to send. */
export function percentOf({ downloads }: QueuedTitle): number {
  return Math.floor(downloadedShare(downloads))
}

export function compareQueues(before: Queue, now: Queue): QueueChange {
  const entered = [...now.values()].filter(title => !before.has(title.record_id))
  const left = [...before.values()].filter(title => !now.has(title.record_id))
  const stayed = [...now.values()].flatMap(title => {
    const former = before.get(title.record_id)
    return former ? [{ former, title }] : []
  })
  const moved = stayed.filter(({ former, title }) => percentOf(former) !== percentOf(title))
  const changed = stayed.some(({ former, title }) => downloadIds(former) !== downloadIds(title))
  return {
    entered,
    left,
    moved: moved.map(({ title }) => title),
    is_changed_set: entered.length > 0 || left.length > 0 || changed,
  }
}

/** The queue of another library: its ids name other titles, so nothing carries over. */
export function replaceQueue(before: Queue, now: Queue): QueueChange {
  const entered = [...now.values()]
  const left = [...before.values()]
  return { entered, left, moved: [], is_changed_set: entered.length + left.length > 0 }
}

function downloadIds({ downloads }: QueuedTitle): string {
  return [...new Set(downloads.map(one => one.id))].sort().join(' ')
}

const SOONEST_MS = 30_000
const LATEST_MS = 15 * MINUTE_MS

/** How long a failed library is left alone; a longer delay it asks for takes precedence. */
export function backOffMs(failures: number, retry_after_ms = 0): number {
  return Math.max(retry_after_ms, Math.min(LATEST_MS, SOONEST_MS * 2 ** Math.max(0, failures - 1)))
}
