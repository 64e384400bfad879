import { type BookAccessParts, createBookAccess } from './book-access.ts'
import { createBookDetails } from './book-details.ts'
import { createBookLists } from './book-lists.ts'
import { type BookShelvesParts, createBookShelves } from './book-shelves.ts'
import { createRecentBooks } from './recent-books.ts'

export function createBookLibrary(parts: BookAccessParts & BookShelvesParts) {
  const access = createBookAccess(parts)
  const shelves = createBookShelves(parts)
  const recent = createRecentBooks({ ...parts, shelves })
  return {
    lists: createBookLists({ access, shelves, recent }),
    details: createBookDetails({ ...parts, access, shelves }),
    close() {
      recent.close()
      shelves.close()
    },
  }
}
