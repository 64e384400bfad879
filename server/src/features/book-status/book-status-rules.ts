import type { BookFormat, RequestStatus } from '@foyer/contract/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { overlay } from '#features/library-status/index.ts'
import { BOOK_FORMATS, type BookTruth, combineFormats, combineProgress } from './book-rules.ts'
import type { SavedBook } from './book-status.ts'

/** Live truth of one format with the caller's own row laid over it. */
function wordOf(truth: BookTruth, saved: SavedBook | undefined, format: BookFormat): RequestStatus {
  const live = truth.known ? truth.formats[format].status : 'unavailable'
  if (truth.known && truth.lacks === format) return live
  const states = (saved?.delivery ?? []).filter(one => one.format === format).map(one => one.state)
  return overlay(live, saved && states.length > 0 ? { decision: saved.decision, states } : null)
}

/** 1:4.8.8: a file outranks the text about waiting for it. */
function waitsOf(truth: BookTruth, saved: SavedBook | undefined): Pick<StatusResponse, 'book_format_waits'> {
  const waits: SavedBook['waits'] = {}
  for (const format of BOOK_FORMATS) {
    const wait = saved?.waits[format]
    if (wait && !(truth.known && truth.formats[format].status === 'available')) waits[format] = wait
  }
  return Object.keys(waits).length > 0 ? { book_format_waits: waits } : {}
}

/** 1:4.8.6: as the library has it now, else as its delivery left it. */
function canonicalOf(truth: BookTruth, saved: SavedBook | undefined, foreign_id: string) {
  const known = (truth.known && truth.foreign_book_id) || saved?.canonical_foreign_id
  return known && known !== foreign_id ? { canonical_foreign_id: known } : {}
}

/** C5: a cancelled row is no part of what a status shows. */
function isShown({ decision, delivery }: SavedBook): boolean {
  return decision !== 'cancelled' && delivery.some(one => one.state !== 'cancelled')
}

/** 1/4.6, the status response for books. */
export function presentBookStatus(
  truth: BookTruth,
  saved: SavedBook | undefined,
  { foreign_id, instance_id }: { foreign_id: string; instance_id: string },
): StatusResponse {
  const book_formats = { ebook: wordOf(truth, saved, 'ebook'), audiobook: wordOf(truth, saved, 'audiobook') }
  const status = combineFormats<RequestStatus>([book_formats.ebook, book_formats.audiobook])
  const standings = truth.known ? [truth.formats.ebook, truth.formats.audiobook] : []
  return {
    status,
    progress: combineProgress(standings, status),
    status_known: truth.known,
    ...(!truth.known && { status_unknown_reason: truth.reason }),
    book_formats,
    ...waitsOf(truth, saved),
    ...canonicalOf(truth, saved, foreign_id),
    instance_id,
    ...(saved &&
      (isShown(saved) || saved.decision === 'denied') && {
        request_id: saved.request_id,
        delivery: saved.delivery,
      }),
  }
}
