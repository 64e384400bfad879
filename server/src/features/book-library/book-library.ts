import { type BookAccessParts, createBookAccess } from './book-access.ts'
import { createBookDetails } from './book-details.ts'
import { type BookListParts, createBookLists } from './book-lists.ts'
import { type BookShelvesParts, createBookShelves } from './book-shelves.ts'
import { createFollowedBooks, type FollowedBooksParts } from './followed-books.ts'
import { createRecentBooks } from './recent-books.ts'

type Parts = BookAccessParts &
  Omit<BookShelvesParts, 'ended'> &
  Pick<BookListParts, 'hiddenBooks'> &
  Pick<FollowedBooksParts, 'search'>

export function createBookLibrary(parts: Parts) {
  const access = createBookAccess(parts)
  const closing = new AbortController()
  const reading = { ...parts, ended: closing.signal }
  const shelves = createBookShelves(reading)
  const recent = createRecentBooks({ ...reading, shelves })
  const details = createBookDetails({ ...reading, access, shelves })
  return {
    lists: createBookLists({ ...parts, access, shelves, recent }),
    details,
    followed: createFollowedBooks({ ...reading, read: details.read }),
    close() {
      closing.abort(new Error('The server is closing.'))
      recent.close()
      shelves.close()
    },
  }
}
