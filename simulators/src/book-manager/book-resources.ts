import type { JsonRecord } from '../kit/json.ts'
import { isoSecond } from '../kit/time.ts'
import { cleanTitle, slug } from '../servarr/naming.ts'
import { qualityWeight } from '../servarr/qualities.ts'
import type { Servarr } from '../servarr/servarr.ts'
import type { BookFormat, CatalogueAuthor, CatalogueBook, CatalogueEdition } from './book-catalogue.ts'
import { authorId, bookId } from './book-ids.ts'
import type { BookFile, BookLibrary, LibraryAuthor, LibraryBook } from './book-library.ts'

export interface Shown {
  servarr: Servarr
  library: BookLibrary
}

function lastFirst(name: string): string {
  const words = name.split(' ')
  return `${words.at(-1) ?? ''}, ${words.slice(0, -1).join(' ')}`
}

/** Covers of Readarr have no remote address; those of Chaptarr do. */
export function imagesOf(
  { servarr, library }: Shown,
  folder: string | null,
  kind: string,
  path: string,
): JsonRecord[] {
  const remoteUrl = `${servarr.imageBase()}${path}`
  const url = folder === null ? remoteUrl : `${servarr.url_base}/MediaCover/${folder}/${kind}.jpg`
  return [{ url, coverType: kind, extension: '.jpg', ...(library.flavour === 'chaptarr' && { remoteUrl }) }]
}

function bookStatistics(library: BookLibrary, books: readonly LibraryBook[]): JsonRecord {
  const filed = books.filter(book => library.filesOf(book).length > 0)
  const wanted = books.filter(book => book.monitored || filed.includes(book))
  const files = books.flatMap(library.filesOf)
  return {
    bookFileCount: files.length,
    bookCount: wanted.length,
    totalBookCount: books.length,
    sizeOnDisk: files.reduce((sum, file) => sum + file.size, 0),
    percentOfBooks: wanted.length === 0 ? 0 : (100 * filed.length) / wanted.length,
  }
}

function authorColumns({ library }: Shown, author: CatalogueAuthor): JsonRecord {
  return {
    status: 'continuing',
    ended: false,
    authorName: author.name,
    authorNameLastFirst: lastFirst(author.name),
    foreignAuthorId: authorId(library.flavour, author),
    titleSlug: slug(author.name),
    overview: author.overview,
    links: [],
    genres: [author.genre],
    cleanName: cleanTitle(author.name),
    sortName: author.name.toLowerCase(),
    sortNameLastFirst: lastFirst(author.name).toLowerCase(),
    ratings: { votes: 0, value: 0 },
  }
}

export function authorResource(shown: Shown, record: LibraryAuthor): JsonRecord {
  const { library } = shown
  const metadata = library.authorMetadata(record)
  const books = library.booksOf(record.id)
  const available = books.filter(book => library.filesOf(book).length > 0).length
  return {
    id: record.id,
    ...authorColumns(shown, metadata),
    images: imagesOf(shown, String(record.id), 'poster', metadata.photo_path),
    path: record.path,
    monitored: record.monitored,
    ...(library.flavour === 'chaptarr' ? formatColumns(record) : singleColumns(record)),
    tags: record.tags,
    added: isoSecond(record.added),
    statistics: { availableBookCount: available, ...bookStatistics(library, books) },
  }
}

function formatColumns(record: LibraryAuthor): JsonRecord {
  return Object.fromEntries(
    Object.entries(record.formats).flatMap(([format, settings]) => [
      [`${format}QualityProfileId`, settings.quality_profile_id],
      [`${format}MetadataProfileId`, settings.metadata_profile_id],
      [`${format}RootFolderPath`, settings.root_folder_path],
      [`${format}MonitorExisting`, 2],
      [`${format}MonitorFuture`, record.monitor_new_items === 'all'],
    ]),
  )
}

function singleColumns(record: LibraryAuthor): JsonRecord {
  const settings = record.formats.ebook
  return {
    authorMetadataId: record.id,
    qualityProfileId: settings?.quality_profile_id ?? 0,
    metadataProfileId: settings?.metadata_profile_id ?? 0,
    rootFolderPath: settings?.root_folder_path ?? '',
    monitorNewItems: record.monitor_new_items,
  }
}

export function authorLookup(shown: Shown, author: CatalogueAuthor): JsonRecord {
  const images = imagesOf(shown, null, 'poster', author.photo_path)
  return {
    ...authorColumns(shown, author),
    images,
    remotePoster: images[0]?.['url'],
    monitored: false,
    tags: [],
    added: '0001-01-01T00:00:00Z',
  }
}

function editionFor(book: CatalogueBook, format: BookFormat): CatalogueEdition | undefined {
  return book.editions.find(edition => edition.format === format)
}

function bookColumns({ library }: Shown, book: CatalogueBook, format: BookFormat): JsonRecord {
  const edition = editionFor(book, format)
  const chaptarr = library.flavour === 'chaptarr'
  const editionNumber = chaptarr ? `hc:${edition?.hardcover ?? 0}` : String(edition?.goodreads ?? 0)
  return {
    title: book.title,
    authorTitle: `${lastFirst(book.author_name).toLowerCase()} ${book.title}`,
    // chaptarr.md, 7: `<name> #<position>`.
    seriesTitle: book.series ? `${book.series.name} #${book.series.position}` : '',
    foreignBookId: bookId(library.flavour, book),
    foreignEditionId: editionNumber,
    titleSlug: slug(book.title),
    anyEditionOk: true,
    ratings: { votes: book.votes, value: book.rating },
    releaseDate: `${book.release_date}T00:00:00Z`,
    pageCount: book.pages,
    genres: [book.genre],
    ...(chaptarr && {
      hardcoverBookId: `hc:${book.hardcover}`,
      goodreadsWorkId: `gr:${book.goodreads}`,
      asin: edition?.asin ?? '',
      mediaType: format,
      availableNarrators: [],
      narratorNames: format === 'audiobook' ? [book.narrator] : [],
      isOmnibus: false,
    }),
  }
}

export interface BookView {
  author?: boolean
  overview?: boolean
  editions?: boolean
}

export function bookResource(shown: Shown, record: LibraryBook, view: BookView = {}): JsonRecord {
  const { library } = shown
  const metadata = library.bookMetadata(record)
  const filed = library.filesOf(record).length > 0
  return {
    id: record.id,
    ...bookColumns(shown, metadata, record.format),
    authorId: record.author_id,
    monitored: record.monitored,
    anyEditionOk: record.any_edition_ok,
    images: imagesOf(shown, `Books/${record.id}`, 'cover', metadata.cover_path),
    statistics: bookStatistics(library, [record]),
    ...(library.flavour === 'chaptarr'
      ? {
          localBookId: String(record.id),
          ebookMonitored: record.format === 'ebook' && record.monitored,
          audiobookMonitored: record.format === 'audiobook' && record.monitored,
          hasFiles: filed,
        }
      : // chaptarr.md, 7: only the old manager says when a book was added.
        { added: isoSecond(record.added), grabbed: false }),
    ...(view.overview && { overview: metadata.overview, links: [] }),
    ...(view.author && { author: authorResource(shown, library.authorOf(record)) }),
    ...(view.editions && { editions: editionsOf(shown, record) }),
    ...library.rewritten.get(record.id),
  }
}

export function editionsOf({ library }: Shown, record: LibraryBook): JsonRecord[] {
  const book = library.bookMetadata(record)
  const chaptarr = library.flavour === 'chaptarr'
  const own = chaptarr ? book.editions.filter(edition => edition.format === record.format) : book.editions
  return own.map(edition => ({
    id: edition.hardcover,
    bookId: record.id,
    foreignEditionId: chaptarr ? `hc:${edition.hardcover}` : String(edition.goodreads),
    titleSlug: slug(book.title),
    ...(edition.isbn13 && { isbn13: edition.isbn13 }),
    ...(edition.asin && { asin: edition.asin }),
    title: book.title,
    language: 'eng',
    format: edition.format === 'ebook' ? 'ebook' : 'Audiobook',
    isEbook: edition.format === 'ebook',
    publisher: edition.publisher,
    pageCount: book.pages,
    releaseDate: `${book.release_date}T00:00:00Z`,
    images: [],
    links: [],
    ratings: { votes: book.votes, value: book.rating },
    monitored: edition.format === record.format,
    manualAdd: false,
    ...(chaptarr && {
      goodreadsEditionId: edition.goodreads,
      hardcoverEditionId: `hc:${edition.hardcover}`,
      narratorNames: edition.format === 'audiobook' ? [book.narrator] : [],
      ...(edition.format === 'audiobook' && { durationSeconds: book.minutes * 60 }),
      bookFileCount: library.filesOf(record).length,
    }),
  }))
}

/** A search result of the metadata server; with Chaptarr it also names the local rows of the same work. */
export function bookLookup(
  shown: Shown,
  book: CatalogueBook,
  author: CatalogueAuthor,
  format: BookFormat,
): JsonRecord {
  const { library } = shown
  const images = imagesOf(shown, null, 'cover', book.cover_path)
  const local = (kind: BookFormat) => {
    const record = library.bookByWork(book.hardcover, kind)
    return record ? [localRow(library, record)] : []
  }
  const owner = library.authorByWork(author.hardcover)
  return {
    ...bookColumns(shown, book, format),
    overview: book.overview,
    authorId: owner?.id ?? 0,
    monitored: false,
    images,
    links: [],
    remoteCover: images[0]?.['url'],
    author: owner ? authorResource(shown, owner) : authorLookup(shown, author),
    editions: [],
    ...(library.flavour === 'chaptarr' && {
      localAudiobookBooks: local('audiobook'),
      localEbookBooks: local('ebook'),
      hasFiles: false,
    }),
  }
}

function localRow(library: BookLibrary, record: LibraryBook): JsonRecord {
  const { title } = library.bookMetadata(record)
  return {
    id: record.id,
    title,
    titleSlug: slug(title),
    mediaType: record.format,
    monitored: record.monitored,
    hasFiles: library.filesOf(record).length > 0,
  }
}

export function fileResource({ servarr, library }: Shown, file: BookFile): JsonRecord {
  return {
    id: file.id,
    authorId: file.author_id,
    bookId: file.book_id,
    path: file.path,
    size: file.size,
    dateAdded: isoSecond(file.date_added),
    quality: file.release.quality,
    qualityWeight: qualityWeight(servarr.app, file.release.quality.quality.id),
    indexerFlags: 0,
    qualityCutoffNotMet: false,
    ...(library.flavour === 'chaptarr' && { mediaType: file.format }),
  }
}
