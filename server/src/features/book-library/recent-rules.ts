import type { RecentBook } from '@foyer/contract/book-library'
import { authorIds, type ShelfRecord, type ShelfTitle } from './shelf-rules.ts'
import type { AuthorsById } from './title-present-rules.ts'

/** 1/4.10: the maximum that a client can request. */
const MAX_BOOKS = 50

/** The records whose files need to be read. */
export function filedRecords(titles: readonly ShelfTitle[]): number[] {
  return titles.flatMap(title =>
    title.records.filter(record => record.has_file).map(record => record.record_id),
  )
}

/**
 * 1:4.10: sorted by the newest file of a record, not by when the book was added. The formats of a title are one
 * entry, dated by the newest arrival; its format is given only when all its records agree.
 */
export function recentBooks(
  titles: readonly ShelfTitle[],
  newest: ReadonlyMap<number, string>,
  authors: AuthorsById,
): RecentBook[] {
  const entries = titles.flatMap(title => {
    const arrivals = title.records.flatMap(record => {
      const imported_at = newest.get(record.record_id)
      return imported_at === undefined ? [] : [{ record, imported_at }]
    })
    const last = arrivals.toSorted(byArrival)[0]
    return last ? [{ title, last, formats: arrivals.map(({ record }) => record.format) }] : []
  })
  return entries
    .sort((a, b) => byArrival(a.last, b.last))
    .slice(0, MAX_BOOKS)
    .map(({ title, last, formats }) => ({
      book_id: last.record.record_id,
      foreign_book_id: title.foreign_book_id,
      title: title.title,
      author: authors.get(authorIds(title)[0] ?? 0)?.name ?? '',
      format: commonFormat(formats),
      cover: title.cover,
      imported_at: last.imported_at,
    }))
}

interface Arrival {
  record: ShelfRecord
  imported_at: string
}

function byArrival(a: Arrival, b: Arrival): number {
  if (a.imported_at !== b.imported_at) return a.imported_at < b.imported_at ? 1 : -1
  return a.record.record_id - b.record.record_id
}

function commonFormat(formats: readonly ShelfRecord['format'][]): RecentBook['format'] {
  const [first] = formats
  return first && formats.every(format => format === first) ? first : ''
}
