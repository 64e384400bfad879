import type { CatalogueBook } from '../book-manager/book-catalogue.ts'
import { uuidOf } from '../kit/ids.ts'
import type { JsonRecord } from '../kit/json.ts'
import { folderName } from '../servarr/naming.ts'
import { canSeeLibrary, type ShelfUser } from './audiobookshelf-accounts.ts'

export interface ShelfLibrary {
  id: string
  name: string
  path: string
  media_type: 'book' | 'podcast'
  created_at: number
}

export interface ShelfItem {
  id: string
  library_id: string
  book: CatalogueBook
  tags: string[]
  explicit: boolean
  added_at: number
  is_missing: boolean
  /** false: an ebook file alone, nothing to listen to. */
  audio: boolean
  narrator: string
  has_cover: boolean
  /** Free text, as an editor typed it or a provider sent it. */
  isbn: string | null
  asin: string | null
}

/** audiobookshelf.md, "Access rules": library, then tags, then explicit content. */
export function canSeeItem(user: ShelfUser, item: ShelfItem): boolean {
  if (!canSeeLibrary(user, item.library_id)) return false
  if (item.explicit && !user.permissions['accessExplicitContent']) return false
  if (user.permissions['accessAllTags']) return true
  const carries = item.tags.some(tag => user.tags.includes(tag))
  return user.permissions['selectedTagsNotAccessible'] ? !carries : carries
}

export function libraryResource(library: ShelfLibrary, order: number): JsonRecord {
  return {
    id: library.id,
    name: library.name,
    folders: [
      {
        id: uuidOf(`folder:${library.id}`),
        fullPath: library.path,
        libraryId: library.id,
        addedAt: library.created_at,
      },
    ],
    displayOrder: order,
    icon: library.media_type === 'book' ? 'audiobookshelf' : 'podcast',
    mediaType: library.media_type,
    provider: 'google',
    settings: {
      coverAspectRatio: 1,
      disableWatcher: false,
      skipMatchingMediaWithAsin: false,
      skipMatchingMediaWithIsbn: false,
      autoScanCronExpression: null,
      audiobooksOnly: false,
      epubsAllowScriptedContent: false,
      hideSingleBookSeries: false,
      onlyShowLaterBooksInContinueSeries: false,
      metadataPrecedence: [
        'folderStructure',
        'audioMetatags',
        'nfoFile',
        'txtFiles',
        'opfFile',
        'absMetadata',
      ],
      markAsFinishedPercentComplete: null,
      markAsFinishedTimeRemaining: 10,
    },
    lastScan: library.created_at,
    lastScanVersion: '2.36.0',
    createdAt: library.created_at,
    lastUpdate: library.created_at,
  }
}

export type ItemShape = 'minified' | 'plain' | 'expanded'

export function itemResource(item: ShelfItem, shape: ItemShape): JsonRecord {
  const relPath = `${folderName(item.book.author_name)}/${folderName(item.book.title)}`
  return {
    id: item.id,
    ino: '2647475',
    oldLibraryItemId: null,
    libraryId: item.library_id,
    folderId: uuidOf(`folder:${item.library_id}`),
    path: `/books/${relPath}`,
    relPath,
    isFile: false,
    mtimeMs: item.added_at,
    ctimeMs: item.added_at,
    birthtimeMs: item.added_at,
    addedAt: item.added_at,
    updatedAt: item.added_at,
    isMissing: item.is_missing,
    isInvalid: false,
    mediaType: 'book',
    media: mediaResource(item, shape),
    ...(shape !== 'minified' && {
      lastScan: item.added_at,
      scanVersion: '2.36.0',
      libraryFiles: [
        item.audio
          ? { ...fileOf(item), fileType: 'audio', isSupplementary: null }
          : { ...fileOf(item), fileType: 'ebook', isSupplementary: false },
      ],
    }),
    ...(shape !== 'plain' && { numFiles: 2, size: item.book.minutes * 480_000 }),
  }
}

/** As the server lists it: beside the audio files and inside them. */
function fileOf(item: ShelfItem): JsonRecord {
  const filename = item.audio ? 'part1.mp3' : 'book.epub'
  return {
    ino: item.audio ? '2647489' : '2647490',
    metadata: {
      filename,
      ext: filename.slice(filename.indexOf('.')),
      path: `/books/${folderName(item.book.author_name)}/${folderName(item.book.title)}/${filename}`,
      relPath: filename,
      size: item.book.minutes * 480_000,
      mtimeMs: item.added_at,
      ctimeMs: item.added_at,
      birthtimeMs: item.added_at,
    },
    addedAt: item.added_at,
    updatedAt: item.added_at,
  }
}

function mediaResource(item: ShelfItem, shape: ItemShape): JsonRecord {
  const { book } = item
  const tracks = item.audio ? 1 : 0
  const seconds = item.audio ? book.minutes * 60 : 0
  const counts = { numTracks: tracks, numAudioFiles: tracks, numChapters: 0 }
  const file = {
    index: 1,
    ...fileOf(item),
    exclude: false,
    error: null,
    format: 'MP2/3 (MPEG audio layer 2/3)',
    duration: seconds,
    codec: 'mp3',
    mimeType: 'audio/mpeg',
  }
  const track = {
    ...file,
    title: 'part1.mp3',
    startOffset: 0,
    contentUrl: `/api/items/${item.id}/file/2647489`,
  }
  return {
    id: uuidOf(`media:${item.id}`),
    ...(shape !== 'minified' && { libraryItemId: item.id }),
    metadata: metadataResource(item, shape),
    coverPath: item.has_cover ? `/metadata/items/${item.id}/cover.png` : null,
    tags: item.tags,
    // audiobookshelf.md: a plain item has files but no counts, a minified one the reverse.
    ...(shape !== 'plain' && { ...counts, duration: seconds, size: book.minutes * 480_000 }),
    ...(shape !== 'plain' && !item.audio && { ebookFormat: 'epub' }),
    ...(shape !== 'minified' && {
      audioFiles: item.audio ? [file] : [],
      chapters: [],
      ebookFile: item.audio ? null : { ...fileOf(item), ebookFormat: 'epub', fileType: 'ebook' },
    }),
    ...(shape === 'expanded' && { tracks: item.audio ? [track] : [] }),
  }
}

function metadataResource(item: ShelfItem, shape: ItemShape): JsonRecord {
  const { book } = item
  const audio = book.editions.find(edition => edition.format === 'audiobook')
  const seriesName = book.series ? `${book.series.name} #${book.series.position}` : ''
  const authorId = uuidOf(`author:${book.author_name}`)
  return {
    title: book.title,
    subtitle: null,
    ...(shape !== 'minified' && {
      authors: [{ id: authorId, name: book.author_name }],
      narrators: [item.narrator],
      series: book.series
        ? [
            {
              id: uuidOf(`series:${book.series.name}`),
              name: book.series.name,
              sequence: book.series.position,
            },
          ]
        : [],
    }),
    genres: [book.genre],
    publishedYear: book.release_date.slice(0, 4),
    publishedDate: null,
    publisher: audio?.publisher ?? null,
    description: book.overview,
    isbn: item.isbn,
    asin: item.asin,
    language: 'English',
    explicit: item.explicit,
    abridged: false,
    ...(shape !== 'plain' && {
      authorName: book.author_name,
      authorNameLF: book.author_name.split(' ').toReversed().join(', '),
      narratorName: item.narrator,
      seriesName,
      titleIgnorePrefix: book.title,
    }),
    ...(shape === 'expanded' && { descriptionPlain: book.overview }),
  }
}
