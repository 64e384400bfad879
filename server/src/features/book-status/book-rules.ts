import type { BookFormat, RequestStatus } from '@foyer/contract/requests'
import { downloadedShare, type Known, type LiveStatus, unknown } from '#features/library-status/index.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { ShelvedBook, ShelvedTitle } from './book-index.ts'

export interface FormatStatus {
  status: LiveStatus
  /** 0..100 (1/3). */
  progress: number
}

/** A book of a library in both formats; without a title the library was read and lacks it. */
export type LiveBook = Known<{
  status: LiveStatus
  progress: number
  formats: Record<BookFormat, FormatStatus>
  /** The library's own id; empty when its records have none, or it lacks the book. */
  foreign_book_id: string
  /** As the library has it from its provider; absent when it lacks the book. */
  title?: string
  /** C7: a format that this library cannot hold, whoever asked for it; null: it holds both. */
  lacks: BookFormat | null
}>

export const BOOK_FORMATS: readonly BookFormat[] = ['ebook', 'audiobook']

/** What comes first when nothing is there yet (1/3, book). */
const ON_THE_WAY: readonly RequestStatus[] = ['downloading', 'requested', 'pending', 'denied']

/** 1/3: all there, some of it there, else the first word that holds for any of them. */
export function combineFormats<S extends RequestStatus>(words: readonly S[]): S | 'partial' | 'unavailable' {
  const there = words.filter(word => word === 'available')
  const [first] = there
  if (first !== undefined) return there.length === words.length ? first : 'partial'
  return words.find(word => word === 'partial') ?? firstOf(words) ?? 'unavailable'
}

function firstOf<S extends RequestStatus>(words: readonly S[]): S | undefined {
  for (const wanted of ON_THE_WAY) {
    const found = words.find(word => word === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of the whole: what is there counts whole, what is on its way by what has come of it. */
export function combineProgress(standings: readonly FormatStatus[], status: RequestStatus): number {
  if (status === 'available') return 100
  const moving = standings.filter(one => one.status === 'downloading')
  if (status === 'downloading') return mean(moving.map(one => one.progress))
  if (status !== 'partial') return 0
  return mean(standings.map(one => (one.status === 'available' ? 100 : 0)))
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : 0
}

/** 1/3, book format. Null: the queue decides and could not be read. */
function standingOf(
  records: readonly ShelvedBook[],
  queue: ReadonlyMap<number, readonly QueuedDownload[]> | null,
): FormatStatus | null {
  if (records.some(one => one.has_file)) return { status: 'available', progress: 100 }
  if (records.length === 0) return { status: 'unavailable', progress: 0 }
  if (!queue) return null
  const downloads = records.flatMap(one => queue.get(one.record_id) ?? [])
  if (downloads.length > 0) return { status: 'downloading', progress: downloadedShare(downloads) }
  return { status: records.some(one => one.monitored) ? 'requested' : 'unavailable', progress: 0 }
}

/** C7. */
export function otherThan(single_format: BookFormat | null): BookFormat | null {
  if (single_format === null) return null
  return single_format === 'ebook' ? 'audiobook' : 'ebook'
}

/** `queue` null: it could not be read, which matters only where it decides. */
export function liveBook(
  title: ShelvedTitle | null,
  queue: ReadonlyMap<number, readonly QueuedDownload[]> | null,
  lacks: BookFormat | null = null,
): LiveBook {
  const records = title?.records ?? []
  if (records.some(one => one.format === null)) return unknown('format_unresolved')
  const of = (format: BookFormat) =>
    standingOf(
      records.filter(one => one.format === format),
      queue,
    )
  const [ebook, audiobook] = [of('ebook'), of('audiobook')]
  if (!ebook || !audiobook) return unknown('library_unavailable')
  const status = combineFormats([ebook.status, audiobook.status])
  const progress = combineProgress([ebook, audiobook], status)
  const foreign_book_id = title?.foreign_book_id ?? ''
  const name = records[0]?.title ?? ''
  return {
    known: true,
    status,
    progress,
    formats: { ebook, audiobook },
    foreign_book_id,
    ...(name !== '' && { title: name }),
    lacks,
  }
}
