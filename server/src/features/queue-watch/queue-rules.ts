import type { QueuedDownload } from '#ports/download-queue.ts'
import { downloadedShare } from '#features/library-status/index.ts'

/** One title of a queue, with everything that is on its way for it. */
export interface QueuedTitle {
  /** The library's own record. */
  record_id: number
  /** As the manager knows it: of movies always, of series when it says. */
  tmdb_id?: number
  tvdb_id?: number
  /** Of what is no movie and no show. */
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
  /** Still there, and further or less far by a whole percent. */
  moved: QueuedTitle[]
  /** Whether other downloads are in the queue than before, whatever their progress. */
  is_other: boolean
}

/** Whole percents: what people see of a bar, and few enough to send. */
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
    is_other: entered.length > 0 || left.length > 0 || changed,
  }
}

/** The queue of another library: its numbers name other titles, so nothing of the former one stayed. */
export function replaceQueue(before: Queue, now: Queue): QueueChange {
  const entered = [...now.values()]
  const left = [...before.values()]
  return { entered, left, moved: [], is_other: entered.length + left.length > 0 }
}

function downloadIds({ downloads }: QueuedTitle): string {
  return [...new Set(downloads.map(one => one.id))].sort().join(' ')
}

const SOONEST_MS = 30_000
const LATEST_MS = 15 * 60_000

/** How long a library that failed is left alone; what it asks for itself counts when it is longer. */
export function backOffMs(failures: number, retry_after_ms = 0): number {
  return Math.max(retry_after_ms, Math.min(LATEST_MS, SOONEST_MS * 2 ** Math.max(0, failures - 1)))
}
