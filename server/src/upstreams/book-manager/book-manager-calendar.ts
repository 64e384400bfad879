import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { CalendarEntry, ReleaseCalendar } from '#ports/release-calendar.ts'
import {
  createServarrCalendar,
  Images,
  known,
  posterFrom,
  ReleaseDay,
  statusOf,
} from '../servarr/servarr-calendar.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'
import { hasFile } from './book-wire.ts'

const Book = z.object({
  id: z.int(),
  title: z.string(),
  foreignBookId: z.string().nullish(),
  releaseDate: ReleaseDay.nullish(),
  monitored: z.boolean(),
  hasFiles: z.boolean().nullish(),
  images: Images,
  author: z.object({ authorName: z.string(), monitored: z.boolean().nullish() }).nullish(),
  statistics: z.object({ bookFileCount: z.int().nullish() }).nullish(),
})

function entriesOf(book: z.output<typeof Book>): CalendarEntry[] {
  if (!book.releaseDate) return []
  const monitored = book.monitored && (book.author?.monitored ?? true)
  return [
    {
      record_id: book.id,
      kind: 'book',
      date: book.releaseDate,
      title: book.title,
      ...known('foreign_id', book.foreignBookId),
      ...known('author', book.author?.authorName),
      poster: posterFrom(book.images, 'cover'),
      monitored,
      status: statusOf({ has_file: hasFile(book), monitored }),
      certification: null,
      genres: [],
    },
  ]
}

/**
 * Chaptarr keeps a record for each format of a book (chaptarr.md, 7); formats released on the same day are one entry.
 */
function joinFormats(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const byBook = Map.groupBy(entries, one => `${one.date} ${one.foreign_id ?? `#${one.record_id}`}`)
  return [...byBook.values()].flatMap(formats => {
    const first = formats.toSorted((a, b) => a.record_id - b.record_id)[0]
    return first
      ? [{ ...first, monitored: formats.some(one => one.monitored), status: combinedStatus(formats) }]
      : []
  })
}

/** 1/3, both formats. */
function combinedStatus(formats: readonly CalendarEntry[]): CalendarEntry['status'] {
  const available = formats.filter(one => one.status === 'available').length
  if (available === formats.length) return 'available'
  if (available > 0) return 'partial'
  return formats.some(one => one.status === 'requested') ? 'requested' : 'unavailable'
}

export const createBookManagerCalendar = (internal: Transport): ReleaseCalendar =>
  createServarrCalendar(internal, {
    product: BOOK_MANAGER,
    record: Book,
    query: { includeAuthor: true },
    entriesOf,
    join: joinFormats,
  })
