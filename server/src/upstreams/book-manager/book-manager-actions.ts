import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { BookActions, BookTarget } from '#ports/manager-actions.ts'
import type { WorkEntries } from '#ports/title-entries.ts'
import { type ActionDialect, createServarrActions } from '../servarr/servarr-actions.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { createServarrWorks } from '../servarr/servarr-entries.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'

const Record = z.object({ id: z.int() })
const Candidate = z.looseObject({ author: Record.nullish(), book: Record.nullish() })
const Book = z.object({ title: z.string().nullish(), mediaType: z.string().nullish() })
const Author = z.object({ authorName: z.string().nullish() })

const DIALECT: ActionDialect<BookTarget, BookTarget, typeof Candidate> = {
  search: target =>
    target.kind === 'author'
      ? { name: 'AuthorSearch', authorId: target.author_id }
      : { name: 'BookSearch', bookIds: [target.book_id] },
  // It reads the metadata and then the author's folders (chaptarr.md, "Commands").
  rescan: author_id => ({ name: 'RefreshAuthor', authorId: author_id }),
  releaseQuery: target =>
    target.kind === 'author' ? { authorId: target.author_id } : { bookId: target.book_id },
  candidate: Candidate,
  importFile({ author, book, editionId, foreignEditionId, quality, indexerFlags, downloadId }) {
    return {
      parts: author && book ? [`book ${book.id}`] : [],
      fields: {
        authorId: author?.id,
        bookId: book?.id,
        // Chaptarr names the edition by its record, Readarr by its foreign id; each ignores the other's.
        editionId,
        foreignEditionId,
        quality,
        indexerFlags,
        downloadId,
        disableReleaseSwitching: false,
      },
    }
  },
  parts_are_shared: true,
  import_options: { replaceExistingFiles: false },
  files: {
    resource: 'bookfile',
    parent: 'bookId',
    ids: 'bookFileIds',
    historyOf: book_id => ({ path: 'history', query: { bookId: book_id } }),
  },
}

/** Chaptarr or Readarr, API v1: chaptarr.md, "Commands". */
export function createBookManagerActions(internal: Transport): BookActions {
  const client = createServarrClient(internal, BOOK_MANAGER)
  return {
    ...createServarrActions(internal, BOOK_MANAGER, DIALECT),
    async nameOf(connection, target, signal) {
      if (target.kind === 'author') {
        const path = `author/${target.author_id}`
        const author = await readOne(client, Author, connection, { path, signal })
        return author && (author.authorName ?? '')
      }
      const book = await readOne(client, Book, connection, { path: `book/${target.book_id}`, signal })
      if (!book) return null
      return book.mediaType ? `${book.title ?? ''} (${book.mediaType})` : (book.title ?? '')
    },
  }
}

/** Chaptarr's formats of a book share their slug, so that only the number names one of them; Readarr knows slugs only. */
export function createBookManagerEntries(internal: Transport): WorkEntries {
  return createServarrWorks(internal, BOOK_MANAGER, {
    resource: 'book',
    pageOf: ({ id, mediaType, titleSlug }) => (mediaType ? String(id) : (titleSlug ?? String(id))),
  })
}
