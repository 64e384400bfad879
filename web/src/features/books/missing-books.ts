import type { BookTitle } from '@foyer/contract/book-library'
import { formatStatus } from './book-shelf.ts'

const FORMATS = ['ebook', 'audiobook'] as const

/** Titles of which the library has no format and expects none, as targets of a request; unknown is not missing. */
export function missingBooks(titles: readonly BookTitle[], instance_id: string | undefined) {
  return titles
    .filter(title => title.foreign_book_id !== '')
    .filter(title => FORMATS.every(format => formatStatus(title, format) === 'unavailable'))
    .map(({ foreign_book_id, title }) => ({
      media_type: 'book' as const,
      foreign_id: foreign_book_id,
      name: title,
      instance_id,
      formats: FORMATS,
    }))
}
