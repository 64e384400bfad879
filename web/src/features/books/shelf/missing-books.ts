import type { BookTitle } from '@foyer/contract/book-library'
import type { BookFormat } from '@foyer/contract/requests/requests'
import { formatStatus } from './book-shelf.ts'

export const FORMATS = ['ebook', 'audiobook'] as const

interface Listed {
  titles: readonly BookTitle[]
  /** C7: the only format that the library holds. */
  single_format?: BookFormat | undefined
}

/**
 * Titles of which the library has no format and expects none, as targets of a request for what it can hold; unknown is
 * not missing.
 */
export function missingBooks(list: Listed | undefined, instance_id: string | undefined) {
  const { titles = [], single_format } = list ?? {}
  return titles
    .filter(title => title.foreign_book_id !== '')
    .filter(title => FORMATS.every(format => formatStatus(title, format) === 'unavailable'))
    .map(({ foreign_book_id, title, identity_keys }) => ({
      media_type: 'book' as const,
      foreign_id: foreign_book_id,
      name: title,
      instance_id,
      keys: identity_keys,
      formats: single_format ? [single_format] : FORMATS,
    }))
}
