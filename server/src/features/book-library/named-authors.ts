import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LibraryAuthor } from '#ports/book-library.ts'
import type { Shelf } from './book-shelves.ts'
import type { AuthorsById } from './title-present-rules.ts'

/**
 * The authors, for lists that would be incomplete without them (1/4.10). Throws the fault if they could not be
 * read.
 */
export function authorsOf({ authors }: Shelf): readonly LibraryAuthor[] {
  if (authors instanceof UpstreamFault) throw authors
  return authors
}

export function byId(authors: readonly LibraryAuthor[]): AuthorsById {
  return new Map(authors.map(author => [author.record_id, author]))
}

export function namesOf(shelf: Shelf): AuthorsById {
  return byId(authorsOf(shelf))
}
