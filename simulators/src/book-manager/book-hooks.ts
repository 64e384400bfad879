import type { JsonRecord } from '../kit/json.ts'
import { hookLibraryFile } from '../servarr/hook-parts.ts'
import type { Flavour } from './book-ids.ts'
import type { BookFile, LibraryAuthor, LibraryBook } from './book-library.ts'
import type { Shown } from './book-resources.ts'

const SHARED_FLAGS = [
  'onGrab',
  'onReleaseImport',
  'onUpgrade',
  'onRename',
  'onAuthorAdded',
  'onAuthorDelete',
  'onBookDelete',
  'onBookFileDelete',
  'onBookFileDeleteForUpgrade',
  'onHealthIssue',
  'includeHealthWarnings',
  'onDownloadFailure',
  'onImportFailure',
  'onBookRetag',
  'onApplicationUpdate',
]

/** chaptarr.md, 8: the old manager never tells of an added book. */
export function bookFlags(flavour: Flavour): readonly string[] {
  return flavour === 'chaptarr' ? [...SHARED_FLAGS, 'onBookAdded'] : SHARED_FLAGS
}

export function hookAuthor({ library }: Shown, record: LibraryAuthor): JsonRecord {
  const author = library.authorMetadata(record)
  const prefix = library.flavour === 'chaptarr' ? 'gr:' : ''
  return {
    id: record.id,
    name: author.name,
    path: record.path,
    goodreadsId: `${prefix}${author.goodreads}`,
  }
}

/** No format and no Hardcover id: the numeric id is the only sure key (chaptarr.md, 8). */
export function hookBook({ library }: Shown, record: LibraryBook): JsonRecord {
  const book = library.bookMetadata(record)
  const edition = book.editions.find(one => one.format === record.format)
  const prefix = library.flavour === 'chaptarr' ? 'gr:' : ''
  return {
    id: record.id,
    goodreadsId: `${prefix}${book.goodreads}`,
    title: book.title,
    edition: {
      title: book.title,
      goodreadsId: `${prefix}${edition?.goodreads ?? 0}`,
      ...(edition?.asin && { asin: edition.asin }),
      ...(edition?.isbn13 && { isbn13: edition.isbn13 }),
    },
    releaseDate: `${book.release_date}T00:00:00Z`,
  }
}

export function hookFile(file: BookFile): JsonRecord {
  return { ...hookLibraryFile(file), path: file.path }
}

export function bookTestPayload(): JsonRecord {
  return {
    author: { id: 1, name: 'Test Name', path: 'C:\\testpath', goodreadsId: 'aaaaa-aaa-aaaa-aaaaaa' },
    books: [{ id: 123, title: 'Test title' }],
  }
}
