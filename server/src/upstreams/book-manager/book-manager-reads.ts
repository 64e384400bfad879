import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LibraryBook } from '#ports/book-library.ts'
import type { LibraryEntry, ManagedTitle, ManagerReads } from '#ports/manager-reads.ts'
import { known } from '../servarr/servarr-calendar.ts'
import { factsOf, WireFileFacts } from '../servarr/servarr-file-facts.ts'
import { createServarrManagerReads } from '../servarr/servarr-manager-reads.ts'
import { yearOf } from '../servarr/servarr-times.ts'
import { createBookManagerLibrary } from './book-manager-library.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'

const Text = z.string().nullish()
const BookTitle = z.object({ title: Text, foreignBookId: Text, releaseDate: Text, mediaType: Text })
const Row = z.object({
  authorId: z.int().nullish(),
  bookId: z.int().nullish(),
  author: z.object({ authorName: Text }).nullish(),
  book: BookTitle.nullish(),
})
/** A file that could be imported names its records only inside of them. */
const Candidate = z.object({
  author: z.object({ id: z.int().nullish(), authorName: Text }).nullish(),
  book: z.object({ ...BookTitle.shape, id: z.int().nullish() }).nullish(),
})
const BookFile = z.object({ ...WireFileFacts.shape, bookId: z.int() })

function titleOf({ authorId, bookId, author, book }: z.output<typeof Row>): ManagedTitle | null {
  if (!book?.title) return null
  const format = book.mediaType === 'ebook' || book.mediaType === 'audiobook' ? book.mediaType : null
  return {
    title: book.title,
    ...known('year', yearOf(book.releaseDate)),
    ...known('foreign_id', book.foreignBookId),
    ...known('author', author?.authorName),
    ...known('author_id', authorId),
    ...known('book_id', bookId),
    ...(format && { format }),
  }
}

/** An audiobook of many files is still one book. */
function entryOf(book: LibraryBook, author: string | undefined): LibraryEntry {
  const file_count = book.has_file ? 1 : 0
  return {
    title: book.title,
    ...known('year', book.year),
    ...known('foreign_id', book.foreign_book_id),
    ...known('author', author),
    ...known('author_id', book.author_id),
    book_id: book.record_id,
    ...(book.format && { format: book.format }),
    monitored: book.monitored,
    file_count,
    wanted_count: Math.max(file_count, book.monitored ? 1 : 0),
  }
}

/** Chaptarr and Readarr, API v1. */
export function createBookManagerReads(internal: Transport): ManagerReads {
  const library = createBookManagerLibrary(internal)
  return createServarrManagerReads(internal, {
    product: BOOK_MANAGER,
    record: Row,
    titleOf,
    includes: { includeAuthor: true, includeBook: true },
    include_unknown: 'includeUnknownAuthorItems',
    historyOf: ({ record_id }) => ({ path: 'history', query: { bookId: record_id } }),
    candidate: Candidate,
    candidateTitle: ({ author, book }) => ({
      title: titleOf({ authorId: author?.id, bookId: book?.id, author, book }),
    }),
    titles(client) {
      const title: ManagerReads['title'] = async (connection, { record_id }, signal) => {
        const book = await library.find(connection, record_id, signal)
        if (!book) return null
        const authors = await library.authors(connection, signal)
        return [entryOf(book, authors.find(one => one.record_id === book.author_id)?.name)]
      }
      return {
        title,
        async eachTitle(connection, { author_id, book_id }, take, signal) {
          if (book_id !== undefined) {
            const found = await title(connection, { record_id: book_id }, signal)
            for (const one of found ?? [])
              if (author_id === undefined || one.author_id === author_id) take(one)
            return
          }
          const authors = await library.authors(connection, signal)
          const names = new Map(authors.map(author => [author.record_id, author.name]))
          const takeBook = (book: LibraryBook) => take(entryOf(book, names.get(book.author_id)))
          await library.eachBook(connection, takeBook, { author_id, signal })
        },
        async files(connection, { record_id }, signal) {
          const query = { bookId: record_id }
          const files = await client.get(z.array(BookFile), connection, { path: 'bookfile', query, signal })
          return files.filter(file => file.bookId === record_id).map(factsOf)
        },
      }
    },
  })
}
