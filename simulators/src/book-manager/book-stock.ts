import { MINUTE_MS } from '../kit/time.ts'
import type { Tags } from '../servarr/tags.ts'
import { preferredQuality } from './book-activity.ts'
import type { AddParts } from './book-add.ts'
import type { BookFormat } from './book-catalogue.ts'
import {
  authorPath,
  catalogueAuthorOf,
  fillCatalogue,
  type FormatSettings,
  type LibraryAuthor,
  type LibraryBook,
} from './book-library.ts'
import { formatOfFolder } from './book-profiles.ts'

export interface NewLibraryAuthor {
  monitored?: boolean
  /** Both on Chaptarr, the one there is on Readarr. */
  formats?: readonly BookFormat[]
  /** What this author has instead of the usual profiles and folder. */
  settings?: LibraryAuthor['formats']
  tags?: readonly string[]
  added?: number
}

export interface NewLibraryBook {
  format?: BookFormat
  monitored?: boolean
  /** Whether it is on disk. */
  file?: boolean
  quality?: string
  added?: number
}

function usualSettings(parts: AddParts, format: BookFormat): FormatSettings {
  const ebook = format === 'ebook'
  const readarr = parts.library.flavour === 'readarr'
  const root = parts.rootFolders.all().find(folder => formatOfFolder(folder.path) === format)
  return {
    quality_profile_id: ebook ? 1 : 2,
    metadata_profile_id: readarr ? 1 : ebook ? 2 : 1,
    root_folder_path: root?.path ?? (ebook ? '/books' : '/audiobooks'),
  }
}

/** As if long there: the catalogue is known, nothing of it is wanted, no event is sent. */
export function stockAuthor(
  parts: AddParts & { tags: Tags },
  hardcover: number,
  wish: NewLibraryAuthor,
): LibraryAuthor {
  const { servarr, library } = parts
  const known = library.authorByWork(hardcover)
  if (known) return known
  const metadata = library.catalogue.author(hardcover)
  if (!metadata) throw new Error(`the catalogue has no author ${hardcover}`)
  const usual: readonly BookFormat[] = library.flavour === 'chaptarr' ? ['ebook', 'audiobook'] : ['ebook']
  const formats = wish.formats ?? usual
  const settingsFor = (format: BookFormat) => wish.settings?.[format] ?? usualSettings(parts, format)
  const author: LibraryAuthor = {
    id: servarr.nextId('author'),
    hardcover,
    monitored: wish.monitored ?? true,
    monitor_new_items: 'none',
    formats: Object.fromEntries(formats.map(format => [format, settingsFor(format)])),
    path: authorPath(settingsFor(formats[0] ?? 'ebook').root_folder_path, metadata),
    tags: (wish.tags ?? []).map(label => parts.tags.ensure(label).id),
    added: wish.added ?? servarr.timeline.now(),
  }
  library.authors.set(author.id, author)
  fillCatalogue(servarr, library, author)
  return author
}

/** The row of a work in one format, with its author when that is missing too. */
export function stockBook(
  parts: AddParts & { tags: Tags },
  hardcover: number,
  wish: NewLibraryBook,
): LibraryBook {
  const { servarr, library, activity } = parts
  const metadata = library.catalogue.book(hardcover)
  if (!metadata) throw new Error(`the catalogue has no book ${hardcover}`)
  const added = wish.added ?? servarr.timeline.now()
  stockAuthor(parts, catalogueAuthorOf(library, metadata).hardcover, { added })
  const book = library.bookByWork(hardcover, wish.format ?? 'ebook')
  if (!book) throw new Error(`${metadata.title} is not in the library as ${wish.format ?? 'ebook'}`)
  book.monitored = wish.monitored ?? true
  book.added = added
  if (wish.file) {
    const release = activity.releaseFor(book, wish.quality ?? preferredQuality(book))
    const target = { parent_id: book.author_id, child_ids: [book.id] }
    const download_id = `SABnzbd_nzo_past${book.id}`
    activity.history.write('grabbed', target, { release, download_id, date: added - GRAB_LEAD_MS })
    activity.place(book, release).date_added = added
    activity.history.write('downloadImported', target, { release, download_id, date: added })
  }
  return book
}

const GRAB_LEAD_MS = 30 * MINUTE_MS
