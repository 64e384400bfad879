import { type JsonRecord, numberIn } from '../kit/json.ts'
import { createRandom } from '../kit/random.ts'
import type { Activity } from '../servarr/activity.ts'
import { createDownloads, type Download, type Release, type Target } from '../servarr/downloads.ts'
import { createHistory } from '../servarr/history.ts'
import { hookGrabbedRelease, hookPlainClient } from '../servarr/hook-parts.ts'
import { createManualImport } from '../servarr/manual-import.ts'
import { folderName } from '../servarr/naming.ts'
import type { Notifications } from '../servarr/notifications.ts'
import { firstUnblocked, makePlainRelease } from '../servarr/releases.ts'
import { hookAuthor, hookBook, hookFile } from './book-hooks.ts'
import type { BookFile, LibraryAuthor, LibraryBook } from './book-library.ts'
import { authorResource, bookResource, editionsOf, type Shown } from './book-resources.ts'

/** The integers of the paged history route. */
const BOOK_EVENTS = {
  unknown: 0,
  grabbed: 1,
  bookFileImported: 3,
  downloadFailed: 4,
  bookFileDeleted: 5,
  bookFileRenamed: 6,
  bookImportIncomplete: 7,
  downloadImported: 8,
  bookFileRetagged: 9,
  downloadIgnored: 10,
}

export interface BookActivity extends Activity {
  tell: (author: LibraryAuthor, flags: readonly string[], event: string, payload: JsonRecord) => void
  releaseFor: (book: LibraryBook, quality: string) => Release
  /** A file on disk, without a word about it. */
  place: (book: LibraryBook, release: Release) => BookFile
  remove: (file: BookFile, reason: 'Manual' | 'Upgrade') => void
  /** Grabs what the indexers hold for these books, if anything. */
  search: (books: readonly LibraryBook[]) => void
}

export function preferredQuality(book: LibraryBook): string {
  return book.format === 'ebook' ? 'EPUB' : 'M4B'
}

/** What happens to books: grabs, imports, failures, and who is told. */
export function createBookActivity(parts: Shown & { notifications: Notifications }): BookActivity {
  const { servarr, library, notifications } = parts
  const { timeline, nextId } = servarr
  const booksOf = (target: Target) => target.child_ids.flatMap(id => library.books.get(id) ?? [])

  const tell: BookActivity['tell'] = (author, flags, event, payload) =>
    notifications.tell(flags, event, { author: hookAuthor(parts, author), ...payload }, author.tags)

  const downloads = createDownloads(servarr, {
    grabbed(download) {
      const author = library.authors.get(download.target.parent_id)
      if (!author) return
      history.writeGrab(download)
      tell(author, ['onGrab'], 'Grab', {
        books: booksOf(download.target).map(book => hookBook(parts, book)),
        release: hookGrabbedRelease(download.release),
        ...hookPlainClient(download),
      })
    },
    imported(download) {
      for (const book of booksOf(download.target)) importDownload(book, download)
    },
    stuck(download) {
      history.write('bookImportIncomplete', download.target, download)
    },
  })

  const history = createHistory(servarr, {
    parent: 'author',
    child: 'book',
    events: BOOK_EVENTS,
    embed(row, wants) {
      const author = library.authors.get(row.parent_id)
      const book = library.books.get(row.child_id ?? 0)
      return {
        ...(wants.parent && author && { author: authorResource(parts, author) }),
        ...(wants.child && book && { book: bookResource(parts, book) }),
      }
    },
    keeps(row, request) {
      const asked = request.query.get('mediaType')
      return asked === null || library.books.get(row.child_id ?? 0)?.format === asked
    },
    failed: (failed, research) => fail(failed, { message: 'Manually marked as failed', research }),
  })

  const chaptarr = library.flavour === 'chaptarr'
  const manualImport = createManualImport(servarr, {
    downloads,
    files: ({ target, release }) =>
      booksOf(target).map(book => {
        const [edition] = editionsOf(parts, book)
        return {
          name: `${release.title}.${release.quality.quality.name.toLowerCase()}`,
          share: 1 / target.child_ids.length,
          columns: {
            author: authorResource(parts, library.authorOf(book)),
            book: bookResource(parts, book),
            ...(chaptarr && { editionId: edition?.['id'] }),
            foreignEditionId: edition?.['foreignEditionId'],
            additionalFile: false,
            replaceExistingFiles: false,
            disableReleaseSwitching: false,
          },
        }
      }),
    childrenOf(file, { target }) {
      const book = library.books.get(numberIn(file, 'bookId') ?? 0)
      const edition = chaptarr ? file['editionId'] : file['foreignEditionId']
      return book && edition && file['authorId'] === target.parent_id ? [book.id] : null
    },
  })

  function place(book: LibraryBook, release: Release): BookFile {
    const title = folderName(library.bookMetadata(book).title)
    const author = library.authorOf(book)
    const root = author.formats[book.format]?.root_folder_path ?? '/books'
    const name = folderName(library.authorMetadata(author).name)
    const ending = release.quality.quality.name.toLowerCase()
    const file: BookFile = {
      id: nextId('bookfile'),
      author_id: book.author_id,
      book_id: book.id,
      path: `${root.replace(/\/$/, '')}/${name}/${title}/${title}.${ending}`,
      size: release.size,
      date_added: timeline.now(),
      release,
      format: book.format,
    }
    library.files.set(file.id, file)
    return file
  }

  function importDownload(book: LibraryBook, download: Download): void {
    const { release } = download
    const old = library.filesOf(book)
    for (const file of old) remove(file, 'Upgrade')
    const file = place(book, release)
    const target = { parent_id: book.author_id, child_ids: [book.id] }
    const entry = { release, download_id: download.download_id }
    const data = { fileId: String(file.id), importedPath: file.path, droppedPath: '/downloads' }
    history.write('bookFileImported', target, { ...entry, data })
    history.write('downloadImported', target, entry)
    const upgrade = old.length > 0
    const flags = upgrade ? ['onReleaseImport', 'onUpgrade'] : ['onReleaseImport']
    tell(library.authorOf(book), flags, 'Download', {
      book: hookBook(parts, book),
      bookFiles: [hookFile(file)],
      ...(upgrade && { deletedFiles: old.map(hookFile) }),
      isUpgrade: upgrade,
      ...hookPlainClient(download),
    })
  }

  function remove(file: BookFile, reason: 'Manual' | 'Upgrade'): void {
    library.files.delete(file.id)
    const target = { parent_id: file.author_id, child_ids: [file.book_id] }
    history.write('bookFileDeleted', target, { release: file.release, data: { reason } })
    const book = library.books.get(file.book_id)
    if (!book) return
    const flag = reason === 'Upgrade' ? 'onBookFileDeleteForUpgrade' : 'onBookFileDelete'
    const payload = { book: hookBook(parts, book), bookFile: hookFile(file) }
    tell(library.authorOf(book), [flag], 'BookFileDelete', payload)
  }

  function releaseFor(book: LibraryBook, quality: string): Release {
    const metadata = library.bookMetadata(book)
    const size = book.format === 'ebook' ? metadata.pages * 5600 : metadata.minutes * 480_000
    return makePlainRelease(servarr, createRandom(`${book.hardcover}:${quality}`), {
      title: `${metadata.author_name} - ${metadata.title} (${metadata.release_date.slice(0, 4)}) ${quality}`,
      size,
      quality,
    })
  }

  function search(books: readonly LibraryBook[]): void {
    const busy = new Set(downloads.all().flatMap(download => download.target.child_ids))
    for (const book of books) {
      book.last_search = timeline.now()
      if (!servarr.switches.indexers_stocked || busy.has(book.id)) continue
      if (library.filesOf(book).length > 0 || !library.isReleased(book)) continue
      const target = { parent_id: book.author_id, child_ids: [book.id] }
      const qualities = book.format === 'ebook' ? ['EPUB', 'AZW3', 'PDF'] : ['M4B', 'MP3']
      const release = firstUnblocked(
        history,
        qualities.map(quality => releaseFor(book, quality)),
      )
      if (release) downloads.start(target, { release })
    }
  }

  const fail: Activity['fail'] = (failed, options) => {
    // chaptarr.md, 8: the webhook does not know of failures; only the history does.
    history.writeFailure(failed, options.message)
    if (options.research) search(booksOf(failed.target))
  }

  return { downloads, history, manualImport, tell, releaseFor, place, remove, search, fail }
}
