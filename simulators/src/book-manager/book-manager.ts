import { type Answer, Refused } from '../kit/answer.ts'
import { isRecord, type JsonRecord } from '../kit/json.ts'
import { createCommands } from '../servarr/commands.ts'
import type { Download } from '../servarr/downloads.ts'
import {
  createManagerParts,
  type DownloadWish,
  finderOf,
  type LibraryManager,
  type ManagerParts,
  presentManager,
} from '../servarr/library-manager.ts'
import { routeQueue } from '../servarr/queue-routes.ts'
import { routeReleases } from '../servarr/releases.ts'
import { searchCommands } from '../servarr/searches.ts'
import { raised } from '../servarr/servarr-answers.ts'
import { createServarr, type ServarrOptions } from '../servarr/servarr.ts'
import { createBookActivity, preferredQuality } from './book-activity.ts'
import { type AddParts, insertAuthor } from './book-add.ts'
import { deleteAuthor, deleteBook, routeAuthors, routeLookups } from './book-author-routes.ts'
import { routeBulk } from './book-bulk.ts'
import type { BookCatalogue, BookFormat } from './book-catalogue.ts'
import { bookFlags, bookTestPayload } from './book-hooks.ts'
import type { Flavour } from './book-ids.ts'
import { type BookLibrary, createBookLibrary, type LibraryAuthor, type LibraryBook } from './book-library.ts'
import { routeLists } from './book-list-routes.ts'
import { createPendingImports, type PendingImports } from './book-pending.ts'
import { createMetadataProfiles, qualityProfiles, rootFolderPlan } from './book-profiles.ts'
import { authorResource, bookResource } from './book-resources.ts'
import { routeBooks } from './book-routes.ts'
import { type NewLibraryAuthor, type NewLibraryBook, stockAuthor, stockBook } from './book-stock.ts'

export interface BookManagerOptions extends ServarrOptions {
  flavour: Flavour
  /** So many generated rows instead of a stocked library, for measuring. */
  bulk_books?: number | undefined
}

/** Works and authors are named by their Hardcover ids; rows by the numeric id of this library. */
export interface BookManager extends LibraryManager {
  readonly flavour: Flavour
  /** What the book providers know. */
  readonly catalogue: BookCatalogue
  /** Author imports that wait for the metadata server; Chaptarr only. */
  readonly pending: PendingImports
  authors: () => LibraryAuthor[]
  books: () => LibraryBook[]
  book: (work: number, format?: BookFormat) => LibraryBook | undefined
  /** Whether it is out and lacks a file. */
  isMissing: (bookId: number) => boolean
  /** Straight into the library, as if long there: no event. */
  addAuthor: (author: number, wish?: NewLibraryAuthor) => LibraryAuthor
  addBook: (work: number, wish?: NewLibraryBook) => LibraryBook
  startDownload: (bookId: number, wish?: DownloadWish) => Download
  /** A file found by a disk scan: no download, no event. */
  importFile: (bookId: number, quality?: string) => void
  deleteFiles: (bookId: number) => void
  deleteBook: (bookId: number) => void
  /** Members of a row from now on, as after a repair of its metadata: another `foreignBookId`, none, another date. */
  rewriteBook: (bookId: number, members: JsonRecord) => void
  deleteAuthor: (authorId: number) => void
  /** The metadata server has this author not ready yet; adds answer 202 until it is released. */
  holdAuthor: (author: number, held: boolean) => void
}

type Parts = AddParts & ManagerParts

/** chaptarr.md, 9: a validation failure is two members, and an exception keeps its stack to itself. */
function terse(answer: Answer): Answer {
  const { body } = answer
  if (answer.status === 400 && Array.isArray(body)) {
    const rows = body.filter(isRecord)
    const short = rows.map(({ propertyName, errorMessage }) => ({ propertyName, errorMessage }))
    return { ...answer, body: short }
  }
  if (answer.status < 400 || !isRecord(body)) return answer
  const { description: _kept, ...rest } = body
  return { ...answer, body: rest }
}

/** Chaptarr or Readarr, API v1, as chaptarr.md and servarr-common.md describe them. */
export async function startBookManager(options: BookManagerOptions): Promise<BookManager> {
  const { flavour } = options
  const chaptarr = flavour === 'chaptarr'
  const servarr = createServarr(chaptarr ? 'Chaptarr' : 'Readarr', {
    ...options,
    ...(chaptarr && { wording: terse }),
  })
  const library = createBookLibrary(servarr, flavour)
  const manager = createManagerParts(servarr, {
    root_folders: options.root_folders ?? (chaptarr ? ['/books', '/audiobooks'] : ['/books']),
    rootFolderPlan: rootFolderPlan(flavour),
    quality_profiles: qualityProfiles(flavour),
    isProfileUsed: id => isUsed(library, id),
    notifications: { flags: bookFlags(flavour), testPayload: bookTestPayload, dialect: flavour },
  })
  const metadataProfiles = createMetadataProfiles(servarr, flavour)
  const activity = createBookActivity({ ...manager, library })
  const searches = searchCommands({
    parent: 'author',
    child: 'book',
    children: library.books,
    parentOf: book => book.author_id,
    search: activity.search,
  })
  const runners = { ...searches, ManualImport: activity.manualImport.run }
  const commands = createCommands(servarr, runners, IDLE_COMMANDS)
  const pending = createPendingImports({
    servarr,
    library,
    arrived: (author, formats) => void insertAuthor(parts, author, { formats }),
  })
  const parts: Parts = { ...manager, library, metadataProfiles, activity, commands, pending }
  // First, so that these routes are found before those of the stocked library.
  if (options.bulk_books) routeBulk(parts, options.bulk_books)
  routeAuthors(parts)
  routeBooks(parts)
  routeLookups(parts)
  routeLists(parts)
  routeActivity(parts)
  await servarr.server.listen()
  return assemble(parts)
}

function isUsed(library: BookLibrary, profileId: number): boolean {
  return library.authors
    .values()
    .some(author => Object.values(author.formats).some(one => one.quality_profile_id === profileId))
}

const IDLE_COMMANDS = [
  'RefreshAuthor',
  'BulkRefreshAuthor',
  'RefreshBook',
  'CutoffUnmetBookSearch',
  'ProcessPendingImports',
  'RssSync',
  'RefreshMonitoredDownloads',
  'ProcessMonitoredDownloads',
]

function routeActivity(parts: Parts): void {
  const { servarr, library, activity } = parts
  routeQueue(servarr, {
    parent: 'author',
    child: 'book',
    activity,
    columns(download, wants) {
      const author = library.authors.get(download.target.parent_id)
      return download.target.child_ids.map(bookId => {
        const book = library.books.get(bookId)
        return {
          authorId: download.target.parent_id,
          bookId,
          ...(wants.parent && author && { author: authorResource(parts, author) }),
          ...(wants.child && book && { book: bookResource(parts, book) }),
          downloadForced: false,
        }
      })
    },
    keeps(row, request) {
      const asked = request.query.get('mediaType')
      return asked === null || library.books.get(Number(row['bookId']))?.format === asked
    },
  })
  routeReleases(servarr, {
    search(request) {
      const book = library.books.get(Number(request.query.get('bookId')))
      if (!book) throw new Refused(raised(400, 'BadRequest', 'Book search failed'))
      const names = book.format === 'ebook' ? ['EPUB', 'AZW3', 'PDF'] : ['M4B', 'MP3']
      return {
        target: { parent_id: book.author_id, child_ids: [book.id] },
        wish: { words: String(book.hardcover), minutes: 0, language: { id: 0, name: 'Unknown' } },
        releases: names.map(name => ({ ...activity.releaseFor(book, name), source: 'InteractiveSearch' })),
        columns: { authorId: book.author_id, bookId: book.id },
      }
    },
    activity,
  })
}

function assemble(parts: Parts): BookManager {
  const { servarr, library, activity } = parts
  const bookOf = finderOf(servarr, 'book', library.books)
  const authorOf = finderOf(servarr, 'author', library.authors)
  return {
    ...presentManager(parts, activity),
    flavour: library.flavour,
    catalogue: library.catalogue,
    pending: parts.pending,
    authors: () => [...library.authors.values()],
    books: () => [...library.books.values()],
    book: (work, format = 'ebook') => library.bookByWork(work, format),
    isMissing(bookId) {
      const book = bookOf(bookId)
      return library.isReleased(book) && library.filesOf(book).length === 0
    },
    addAuthor: (author, wish = {}) => stockAuthor(parts, author, wish),
    addBook: (work, wish = {}) => stockBook(parts, work, wish),
    startDownload(bookId, wish = {}) {
      const book = bookOf(bookId)
      const { quality = preferredQuality(book), ...plan } = wish
      const target = { parent_id: book.author_id, child_ids: [bookId] }
      return activity.downloads.start(target, { release: activity.releaseFor(book, quality), ...plan })
    },
    importFile(bookId, quality) {
      const book = bookOf(bookId)
      activity.place(book, activity.releaseFor(book, quality ?? preferredQuality(book)))
    },
    deleteFiles(bookId) {
      for (const file of library.filesOf(bookOf(bookId))) activity.remove(file, 'Manual')
    },
    deleteBook: bookId => deleteBook(parts, bookOf(bookId), true),
    rewriteBook: (bookId, members) => void library.rewritten.set(bookOf(bookId).id, members),
    deleteAuthor: authorId => deleteAuthor(parts, authorOf(authorId), true),
    holdAuthor(author, held) {
      if (held) library.held.add(author)
      else library.held.delete(author)
    },
  }
}
