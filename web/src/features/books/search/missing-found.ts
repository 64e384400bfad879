import { FORMATS } from '../shelf/missing-books.ts'
import { lacks, type Shelf } from '../shelf/book-shelf.ts'
import type { FoundBook } from './found-book.ts'

interface Search {
  term: string
  instance_id: string | undefined
}

/** The found books that the library lacks, as targets of a request for what it can hold. */
export function missingFound(books: readonly FoundBook[], shelf: Shelf, { term, instance_id }: Search) {
  return books
    .filter(({ foreign_id, keys }) => lacks(shelf, foreign_id, keys))
    .map(({ foreign_id, title, year, keys }) => ({
      media_type: 'book' as const,
      foreign_id,
      name: title,
      year,
      instance_id,
      search_term: term,
      keys,
      formats: shelf.single_format ? [shelf.single_format] : FORMATS,
    }))
}

export type MissingFound = ReturnType<typeof missingFound>
