import type { JsonRecord } from '../kit/json.ts'
import type { Release } from '../servarr/downloads.ts'
import { folderName } from '../servarr/naming.ts'
import type { Servarr } from '../servarr/servarr.ts'
import {
  type BookCatalogue,
  bookCatalogue,
  type BookFormat,
  type CatalogueAuthor,
  type CatalogueBook,
} from './book-catalogue.ts'
import type { Flavour } from './book-ids.ts'

export interface BookFile {
  id: number
  author_id: number
  book_id: number
  path: string
  size: number
  date_added: number
  release: Release
  format: BookFormat
}

/** One row is one title in one format (chaptarr.md, 1); the old manager has a single row per title. */
export interface LibraryBook {
  id: number
  hardcover: number
  author_id: number
  format: BookFormat
  monitored: boolean
  any_edition_ok: boolean
  added: number
  last_search: number | null
}

export interface FormatSettings {
  quality_profile_id: number
  metadata_profile_id: number
  root_folder_path: string
}

export interface LibraryAuthor {
  id: number
  hardcover: number
  monitored: boolean
  monitor_new_items: string
  /** Which formats are enabled, and how. */
  formats: Partial<Record<BookFormat, FormatSettings>>
  path: string
  tags: number[]
  added: number
}

export interface BookLibrary {
  flavour: Flavour
  catalogue: BookCatalogue
  authors: Map<number, LibraryAuthor>
  books: Map<number, LibraryBook>
  files: Map<number, BookFile>
  /** Authors the metadata server does not have ready yet, by Hardcover id. */
  held: Set<number>
  /** Deviations of a row from the catalogue, by record: another id, no name, a wrong date. */
  rewritten: Map<number, JsonRecord>
  authorByWork: (hardcover: number) => LibraryAuthor | undefined
  bookByWork: (hardcover: number, format: BookFormat) => LibraryBook | undefined
  booksOf: (authorId: number) => LibraryBook[]
  authorOf: (book: LibraryBook) => LibraryAuthor
  authorMetadata: (author: LibraryAuthor) => CatalogueAuthor
  bookMetadata: (book: LibraryBook) => CatalogueBook
  filesOf: (book: LibraryBook) => BookFile[]
  isReleased: (book: LibraryBook) => boolean
}

export function createBookLibrary({ timeline }: Servarr, flavour: Flavour): BookLibrary {
  const catalogue = bookCatalogue()
  const authors = new Map<number, LibraryAuthor>()
  const books = new Map<number, LibraryBook>()
  const files = new Map<number, BookFile>()
  const bookMetadata = (book: LibraryBook) => {
    const found = catalogue.book(book.hardcover)
    if (!found) throw new Error(`the catalogue has no book ${book.hardcover}`)
    return found
  }
  return {
    flavour,
    catalogue,
    authors,
    books,
    files,
    held: new Set(),
    rewritten: new Map(),
    authorByWork: hardcover => authors.values().find(author => author.hardcover === hardcover),
    bookByWork: (hardcover, format) =>
      books.values().find(book => book.hardcover === hardcover && book.format === format),
    booksOf: authorId => [...books.values()].filter(book => book.author_id === authorId),
    authorOf(book) {
      const author = authors.get(book.author_id)
      if (!author) throw new Error(`book ${book.id} has lost its author`)
      return author
    },
    authorMetadata(author) {
      const found = catalogue.author(author.hardcover)
      if (!found) throw new Error(`the catalogue has no author ${author.hardcover}`)
      return found
    },
    bookMetadata,
    filesOf: book => [...files.values()].filter(file => file.book_id === book.id),
    isReleased: book => Date.parse(bookMetadata(book).release_date) <= timeline.now(),
  }
}

export function authorPath(root: string, author: CatalogueAuthor): string {
  return `${root.replace(/\/$/, '')}/${folderName(author.name)}`
}

/** Adds all works of the author, unmonitored, in every enabled format. */
export function fillCatalogue(servarr: Servarr, library: BookLibrary, author: LibraryAuthor): void {
  const formats = Object.keys(author.formats).filter(one => one === 'ebook' || one === 'audiobook')
  for (const metadata of library.authorMetadata(author).books) {
    for (const format of formats) {
      if (library.bookByWork(metadata.hardcover, format)) continue
      insertBook(servarr, library, { author_id: author.id, hardcover: metadata.hardcover, format })
    }
  }
}

export function insertBook(
  { nextId, timeline }: Servarr,
  library: BookLibrary,
  row: Pick<LibraryBook, 'author_id' | 'hardcover' | 'format'>,
): LibraryBook {
  const added = timeline.now()
  const book = {
    ...row,
    id: nextId('book'),
    monitored: false,
    any_edition_ok: true,
    added,
    last_search: null,
  }
  library.books.set(book.id, book)
  return book
}

export function catalogueAuthorOf(library: BookLibrary, book: CatalogueBook): CatalogueAuthor {
  const author = library.catalogue.authors.find(one => one.books.includes(book))
  if (!author) throw new Error(`nobody wrote ${book.title}`)
  return author
}
