import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { BookLibrary, LibraryAuthor, LibraryBook } from '#ports/book-library.ts'
import type { Connection } from '#ports/instance-connection.ts'
import { posterFrom } from '../servarr/servarr-calendar.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { timeOf, yearOf } from '../servarr/servarr-times.ts'
import { eachBookFile } from './book-file-batches.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'
import { formatOf, hasFile, idsOf, releaseDayOf, WireAuthor, WireBook, WireFile } from './book-wire.ts'
import { singleFormat, WireProfile } from './single-format.ts'

const Biography = z.object({ overview: z.string().nullish() })

function bookOf(book: WireBook): LibraryBook {
  return {
    ...idsOf(book),
    record_id: book.id,
    author_id: book.authorId ?? 0,
    title: book.title ?? '',
    series_title: book.seriesTitle ?? '',
    year: yearOf(book.releaseDate),
    ...releaseDayOf(book),
    monitored: book.monitored ?? false,
    has_file: hasFile(book),
    format: formatOf(book),
    cover: posterFrom(book.images, 'cover'),
  }
}

function authorOf(author: z.output<typeof WireAuthor>): LibraryAuthor {
  return {
    record_id: author.id,
    foreign_author_id: author.foreignAuthorId ?? '',
    name: author.authorName ?? '',
    added: timeOf(author.added),
    image: posterFrom(author.images, 'poster'),
  }
}

/** Chaptarr, and Readarr as the older manager; the data shows which one it is. */
export function createBookManagerLibrary(internal: Transport): BookLibrary {
  const client = createServarrClient(internal, BOOK_MANAGER)

  async function readSingleFormat(connection: Connection, signal: AbortSignal | undefined) {
    return singleFormat(
      await client.get(z.array(WireProfile), connection, { path: 'qualityprofile', signal }),
    )
  }

  return {
    async eachBook(connection, take, { author_id, signal } = {}) {
      let isTyped = true
      const query = author_id === undefined ? undefined : { authorId: author_id }
      await eachRecord(internal, BOOK_MANAGER, connection, { path: 'book', query, signal }, WireBook, row => {
        const book = bookOf(row)
        isTyped &&= book.format !== null
        take(book)
      })
      return { single_format: isTyped ? null : await readSingleFormat(connection, signal) }
    },

    async find(connection, record_id, signal) {
      const book = await readOne(client, WireBook, connection, { path: `book/${record_id}`, signal })
      return book && bookOf(book)
    },

    async authors(connection, signal) {
      const authors: LibraryAuthor[] = []
      await eachRecord(internal, BOOK_MANAGER, connection, { path: 'author', signal }, WireAuthor, row => {
        authors.push(authorOf(row))
      })
      return authors
    },

    async biography(connection, author_id, signal) {
      const path = `author/${author_id}`
      const answer = await client.send(connection, { path, accept_statuses: [404], signal })
      return (answer.status !== 404 && answer.json(Biography).overview?.trim()) || null
    },

    async newestFiles(connection, record_ids, signal) {
      const newest = new Map<number, string>()
      await eachBookFile(client, WireFile, connection, { record_ids, signal }, ({ bookId, dateAdded }) => {
        const added = timeOf(dateAdded)
        if (bookId && added !== null && added > (newest.get(bookId) ?? '')) newest.set(bookId, added)
      })
      return newest
    },
  }
}
