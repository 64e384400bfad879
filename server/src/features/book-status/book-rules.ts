import type { BookFormat, RequestStatus } from '@foyer/contract/requests/requests'
import { downloadedShare, type Known, type LiveStatus, unknown } from '#features/library-status/index.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { ShelvedBook, ShelvedTitle } from './book-index.ts'

export interface FormatStatus {
  status: LiveStatus
  /** 0..100 (1/3). */
  progress: number
}

/** A book of a library in both formats. If there is no title, the library was read and does not have it. */
export type LiveBook = Known<{
  status: LiveStatus
  progress: number
  formats: Record<BookFormat, FormatStatus>
  /** The library's own id; empty when its records have none, or when it does not have the book. */
  foreign_book_id: string
  /** The title that the library got from its provider; absent when it does not have the book. */
  title?: string
  /** C7: a format that this library cannot hold; null: it holds both. */
  lacks: BookFormat | null
}>

export const BOOK_FORMATS: readonly BookFormat[] = ['ebook', 'audiobook']

/** Precedence when no format is available yet (1/3, book). */
const ON_THE_WAY: readonly RequestStatus[] = ['downloading', 'requested', 'pending', 'denied']

/** 1/3: available if all are, partial if some are, otherwise the first matching status of the list above. */
export function combineFormats<S extends RequestStatus>(
  statuses: readonly S[],
): S | 'partial' | 'unavailable' {
  const available = statuses.filter(status => status === 'available')
  const [first] = available
  if (first !== undefined) return available.length === statuses.length ? first : 'partial'
  return statuses.find(status => status === 'partial') ?? firstOf(statuses) ?? 'unavailable'
}

function firstOf<S extends RequestStatus>(statuses: readonly S[]): S | undefined {
  for (const wanted of ON_THE_WAY) {
    const found = statuses.find(status => status === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** Average over the formats: available ones count fully, the others by their download progress. */
export function combineProgress(formats: readonly FormatStatus[], status: RequestStatus): number {
  if (status === 'available') return 100
  const moving = formats.filter(one => one.status === 'downloading')
  if (status === 'downloading') return mean(moving.map(one => one.progress))
  if (status !== 'partial') return 0
  return mean(formats.map(one => (one.status === 'available' ? 100 : 0)))
}

function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, one) => sum + one, 0) / values.length : 0
}

/** 1/3, book format. Null: the queue decides and could not be read. */
function formatStatus(
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

/** C7: the format that the library cannot hold. */
export function otherThan(single_format: BookFormat | null): BookFormat | null {
  if (single_format === null) return null
  return single_format === 'ebook' ? 'audiobook' : 'ebook'
}

/** `queue` null: it could not be read, which matters only where the queue decides. */
export function liveBook(
  title: ShelvedTitle | null,
  queue: ReadonlyMap<number, readonly QueuedDownload[]> | null,
  lacks: BookFormat | null = null,
): LiveBook {
  const records = title?.records ?? []
  if (records.some(one => one.format === null)) return unknown('format_unresolved')
  const of = (format: BookFormat) =>
    formatStatus(
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
