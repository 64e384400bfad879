import { type Answer, json, Refused } from '../kit/answer.ts'
import { asList, asRecord, flagIn, type JsonRecord, numberIn, numbersIn, textIn } from '../kit/json.ts'
import type { Commands } from '../servarr/commands.ts'
import type { Profiles } from '../servarr/profiles.ts'
import type { RootFolders } from '../servarr/root-folders.ts'
import { type Failure, failed, invalid } from '../servarr/servarr-answers.ts'
import type { BookActivity } from './book-activity.ts'
import type { BookFormat, CatalogueAuthor, CatalogueBook } from './book-catalogue.ts'
import { hookBook } from './book-hooks.ts'
import { findAuthor, findBook, hasPrefix } from './book-ids.ts'
import {
  authorPath,
  catalogueAuthorOf,
  fillCatalogue,
  type FormatSettings,
  insertBook,
  type LibraryAuthor,
  type LibraryBook,
} from './book-library.ts'
import type { PendingImports } from './book-pending.ts'
import type { MetadataProfiles } from './book-profiles.ts'
import type { Shown } from './book-resources.ts'

export interface AddParts extends Shown {
  profiles: Profiles
  metadataProfiles: MetadataProfiles
  rootFolders: RootFolders
  activity: BookActivity
  commands: Commands
  pending: PendingImports
}

const FORMATS: readonly BookFormat[] = ['ebook', 'audiobook']

function refuse(property: string, message: string, value?: unknown): Refused {
  return new Refused(invalid({ property, message, value, code: 'PredicateValidator' }))
}

/** The settings of one format, from its own members or the single ones of the old manager. */
function settingsIn(parts: AddParts, author: JsonRecord, format: BookFormat): FormatSettings | null {
  const own = (member: string) => `${format}${member.charAt(0).toUpperCase()}${member.slice(1)}`
  const legacy = parts.library.flavour === 'readarr'
  const pick = (member: string) => (legacy ? member : own(member))
  const quality_profile_id = numberIn(author, pick('qualityProfileId'))
  const root_folder_path = textIn(author, pick('rootFolderPath'))
  if (quality_profile_id === undefined || root_folder_path === undefined) return null
  return {
    quality_profile_id,
    metadata_profile_id: numberIn(author, pick('metadataProfileId')) ?? 0,
    root_folder_path,
  }
}

function failuresOf(parts: AddParts, settings: FormatSettings): Failure[] {
  const { profiles, metadataProfiles, rootFolders } = parts
  const failures: Failure[] = []
  const add = (property: string, message: string, value: unknown) =>
    failures.push({ property: `Author.${property}`, message, value, code: `${property}Validator` })
  const { quality_profile_id, metadata_profile_id, root_folder_path } = settings
  if (!profiles.has(quality_profile_id))
    add('QualityProfileId', 'Quality Profile does not exist', quality_profile_id)
  if (!metadataProfiles.has(metadata_profile_id)) {
    add('MetadataProfileId', 'Metadata profile does not exist', metadata_profile_id)
  }
  if (!rootFolders.has(root_folder_path)) {
    add('RootFolderPath', `Root folder '${root_folder_path}' does not exist`, root_folder_path)
  }
  return failures
}

/** Which formats a nested author brings settings for, all of them valid. */
function readFormats(
  parts: AddParts,
  author: JsonRecord,
  wanted: readonly BookFormat[],
): LibraryAuthor['formats'] {
  const formats: LibraryAuthor['formats'] = {}
  for (const format of wanted) {
    const settings = settingsIn(parts, author, format)
    if (settings) formats[format] = settings
  }
  const failures = Object.values(formats).flatMap(settings => failuresOf(parts, settings))
  if (failures.length > 0) throw new Refused(invalid(...failures))
  return formats
}

/** An author who is not there yet needs at least one (chaptarr.md, 5). */
function someFormat(formats: LibraryAuthor['formats']): LibraryAuthor['formats'] {
  if (Object.keys(formats).length > 0) return formats
  throw refuse('Author', 'At least one quality profile must be selected')
}

export function insertAuthor(
  parts: AddParts,
  metadata: CatalogueAuthor,
  own: Pick<LibraryAuthor, 'formats'> & Partial<LibraryAuthor>,
): LibraryAuthor {
  const { servarr, library, activity } = parts
  const root = Object.values(own.formats)[0]?.root_folder_path ?? '/books'
  const author: LibraryAuthor = {
    monitored: true,
    monitor_new_items: 'none',
    path: authorPath(root, metadata),
    tags: [],
    added: servarr.timeline.now(),
    ...own,
    id: servarr.nextId('author'),
    hardcover: metadata.hardcover,
  }
  library.authors.set(author.id, author)
  fillCatalogue(servarr, library, author)
  activity.tell(author, ['onAuthorAdded'], 'AuthorAdded', {})
  return author
}

function refuseWhenDown({ servarr }: AddParts, id: string): void {
  if (!servarr.switches.metadata_down) return
  throw new Refused(failed(503, `Search for '${id}' failed. Unable to communicate with the metadata server.`))
}

function readOwn(author: JsonRecord): Partial<LibraryAuthor> {
  return {
    monitored: flagIn(author, 'monitored') ?? true,
    monitor_new_items: textIn(author, 'monitorNewItems') ?? 'none',
    tags: numbersIn(author, 'tags'),
  }
}

/** `POST /author`. A pending answer has no author. */
export function addAuthor(parts: AddParts, body: JsonRecord, queue: boolean): LibraryAuthor | Answer {
  const { library, pending } = parts
  const id = textIn(body, 'foreignAuthorId') ?? ''
  if (library.flavour === 'chaptarr' && !hasPrefix(id)) {
    throw refuse('ForeignAuthorId', 'Provider IDs must include a provider prefix on native /api/v1', id)
  }
  const metadata = findAuthor(library.flavour, id)
  if (metadata && library.authorByWork(metadata.hardcover)) {
    throw refuse('ForeignAuthorId', 'This author has already been added.', id)
  }
  const formats = someFormat(readFormats(parts, body, library.flavour === 'readarr' ? ['ebook'] : FORMATS))
  refuseWhenDown(parts, id)
  if (!metadata || library.held.has(metadata.hardcover)) {
    if (library.flavour === 'readarr')
      throw refuse('ForeignAuthorId', 'An author with this ID was not found', id)
    if (!queue) return json({ message: "The author isn't available yet on the metadata server." }, 404)
    return pending.answer({
      provider_id: id,
      author_name: textIn(body, 'authorName') ?? '',
      formats,
      books: [],
    })
  }
  return insertAuthor(parts, metadata, { ...readOwn(body), formats })
}

/** `POST /book` of the newer manager: one format is named, or both are tried (chaptarr.md, 5). */
export function addFormats(parts: AddParts, body: JsonRecord, asked: string | null): LibraryBook | Answer {
  const { library, pending } = parts
  const named = asked ?? textIn(body, 'mediaType') ?? null
  if (named !== null && named !== 'ebook' && named !== 'audiobook') {
    return json(`Invalid mediaType parameter '${named}'. Must be 'ebook' or 'audiobook'.`, 400)
  }
  const id = textIn(body, 'foreignBookId') ?? ''
  if (id === '') return json('Cannot add book: missing upstream provider book/work ID (hc:, gr:, ol:).', 400)
  if (!hasPrefix(id)) {
    throw refuse('ForeignBookId', 'Provider IDs must include a provider prefix on native /api/v1', id)
  }
  refuseWhenDown(parts, id)
  const nested = asRecord(body['author'])
  const wanted: readonly BookFormat[] = named === null ? FORMATS : [named]
  const metadata = findBook('chaptarr', id)
  const writer = metadata && catalogueAuthorOf(library, metadata)
  const known = writer && library.authorByWork(writer.hardcover)
  const given = readFormats(parts, nested, wanted)
  const formats = known?.formats ?? someFormat(given)
  if (!metadata || !writer || library.held.has(writer.hardcover)) {
    const provider_id = textIn(nested, 'foreignAuthorId') ?? ''
    if (!hasPrefix(provider_id)) {
      throw refuse('Author', 'The request does not contain an author provider ID', provider_id)
    }
    const author_name = textIn(nested, 'authorName') ?? ''
    return pending.answer({ provider_id, author_name, formats, books: [id] })
  }
  const author = known ?? insertAuthor(parts, writer, { ...readOwn(nested), formats })
  const rows = wanted
    .filter(format => named !== null || author.formats[format] !== undefined)
    .map(format => takeRow(parts, { author, metadata, format, nested }))
  const [first] = rows
  if (!first) throw refuse('Author', 'At least one quality profile must be selected')
  searchLater(parts, rows, body)
  return first
}

interface RowWish {
  author: LibraryAuthor
  metadata: CatalogueBook
  format: BookFormat
  nested: JsonRecord
}

/** Existing settings of an author are filled where empty, never overwritten. */
function takeRow(parts: AddParts, { author, metadata, format, nested }: RowWish): LibraryBook {
  const { servarr, library, activity } = parts
  if (!author.formats[format]) {
    const settings = settingsIn(parts, nested, format)
    const label = format === 'ebook' ? 'Ebook' : 'Audiobook'
    if (!settings) {
      const message = `${label} metadata profile is not set for this author (${format}s are disabled).`
      throw refuse(`${label}MetadataProfileId`, message)
    }
    author.formats[format] = settings
    fillCatalogue(servarr, library, author)
  }
  const { hardcover } = metadata
  const row =
    library.bookByWork(hardcover, format) ??
    insertBook(servarr, library, { author_id: author.id, hardcover, format })
  const fresh = !row.monitored && library.filesOf(row).length === 0
  row.monitored = true
  if (fresh) activity.tell(author, ['onBookAdded'], 'BookAdded', { book: hookBook(parts, row) })
  return row
}

function searchLater({ servarr, commands }: AddParts, rows: readonly LibraryBook[], body: JsonRecord): void {
  if (!flagIn(asRecord(body['addOptions']), 'searchForNewBook')) return
  servarr.timeline.after(servarr.refresh_ms, () => {
    commands.queue('BookSearch', { bookIds: rows.map(row => row.id) })
  })
}

/** `POST /book` of the old manager: exactly one monitored edition, and no format (chaptarr.md, 10). */
export function addSingle(parts: AddParts, body: JsonRecord): LibraryBook {
  const { servarr, library } = parts
  const id = textIn(body, 'foreignBookId') ?? ''
  const nested = asRecord(body['author'])
  const chosen = asList(body['editions']).filter(one => asRecord(one)['monitored'] === true)
  if (chosen.length !== 1) throw new Refused(failed(500, 'Sequence contains no matching element'))
  const formats = someFormat(readFormats(parts, nested, ['ebook']))
  refuseWhenDown(parts, id)
  const metadata = findBook('readarr', id)
  if (!metadata) throw refuse('GoodreadsId', 'A book with this ID was not found', id)
  const writer = catalogueAuthorOf(library, metadata)
  const author =
    library.authorByWork(writer.hardcover) ?? insertAuthor(parts, writer, { ...readOwn(nested), formats })
  const { hardcover } = metadata
  const row =
    library.bookByWork(hardcover, 'ebook') ??
    insertBook(servarr, library, { author_id: author.id, hardcover, format: 'ebook' })
  row.monitored = flagIn(body, 'monitored') ?? true
  searchLater(parts, [row], body)
  return row
}
