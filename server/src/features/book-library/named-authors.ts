import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { LibraryAuthor } from '#ports/book-library.ts'
import type { Shelf } from './book-shelves.ts'
import type { AuthorsById } from './title-present-rules.ts'

/** The authors, where a list without them would be a short one (1/4.10). Throws the fault that kept them away. */
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
