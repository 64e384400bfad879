import type { BookFormat, RequestStatus } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { overlay } from '#features/library-status/index.ts'
import { BOOK_FORMATS, type LiveBook, combineFormats, combineProgress } from './book-rules.ts'
import type { SavedBook } from './book-status.ts'

/** The live status of one format, combined with the caller's own request. */
function formatStatus(book: LiveBook, saved: SavedBook | undefined, format: BookFormat): RequestStatus {
  const live = book.known ? book.formats[format].status : 'unavailable'
  if (saved?.left.has(format) || (book.known && book.lacks === format)) return live
  const states = (saved?.delivery ?? []).filter(one => one.format === format).map(one => one.state)
  return overlay(live, saved && states.length > 0 ? { decision: saved.decision, states } : null)
}

/** 1:4.8.8: an existing file takes precedence over the text about waiting for it. */
function waitsOf(book: LiveBook, saved: SavedBook | undefined): Pick<StatusResponse, 'book_format_waits'> {
  const waits: SavedBook['waits'] = {}
  for (const format of BOOK_FORMATS) {
    const wait = saved?.waits[format]
    if (wait && !(book.known && book.formats[format].status === 'available')) waits[format] = wait
  }
  return Object.keys(waits).length > 0 ? { book_format_waits: waits } : {}
}

/** 1:4.8.6: the library's current id, otherwise the one its delivery stored. */
function canonicalOf(book: LiveBook, saved: SavedBook | undefined, foreign_id: string) {
  const known = (book.known && book.foreign_book_id) || saved?.canonical_foreign_id
  return known && known !== foreign_id ? { canonical_foreign_id: known } : {}
}

/** C5: cancelled requests are not part of a status. */
function isShown({ decision, delivery }: SavedBook): boolean {
  return decision !== 'cancelled' && delivery.some(one => one.state !== 'cancelled')
}

/** 1/4.6, the status response for books. */
export function presentBookStatus(
  book: LiveBook,
  saved: SavedBook | undefined,
  { foreign_id, instance_id }: { foreign_id: string; instance_id: string },
): StatusResponse {
  const book_formats = {
    ebook: formatStatus(book, saved, 'ebook'),
    audiobook: formatStatus(book, saved, 'audiobook'),
  }
  const status = combineFormats<RequestStatus>([book_formats.ebook, book_formats.audiobook])
  const formats = book.known ? [book.formats.ebook, book.formats.audiobook] : []
  return {
    status,
    progress: combineProgress(formats, status),
    status_known: book.known,
    ...(!book.known && { status_unknown_reason: book.reason }),
    book_formats,
    ...waitsOf(book, saved),
    ...canonicalOf(book, saved, foreign_id),
    instance_id,
    ...(saved &&
      (isShown(saved) || saved.decision === 'denied') && {
        request_id: saved.request_id,
        delivery: saved.delivery,
      }),
  }
}
