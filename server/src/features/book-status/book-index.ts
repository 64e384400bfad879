import type { BookFormat } from '@foyer/contract/requests/requests'
import { bindBook, type Binding, identityKeys, titleKey } from '#features/book-identity/index.ts'
import type { BookLibrary, LibraryBook } from '#ports/book-library.ts'
import type { Connection } from '#ports/instance-connection.ts'

/** The fields of a record that are kept: enough for the status of its format, and to monitor it. */
export interface ShelvedBook {
  record_id: number
  author_id: number
  title: string
  released_on?: string
  format: BookFormat | null
  monitored: boolean
  has_file: boolean
}

/** A title of the library: its records in their formats, and all its identity keys. */
export interface ShelvedTitle {
  foreign_book_id: string
  identity_keys: readonly string[]
  records: ShelvedBook[]
}

export interface BookIndex {
  /** The provider whose work ids this library writes without a prefix. */
  bare: 'gr' | null
  /** 1:4.8.7: matches an exact native id first, then shared keys. Several matching titles are reported as such. */
  bind(keys: readonly string[]): Binding<ShelvedTitle>
  byRecord(record_id: number): ShelvedTitle | undefined
  /** C7: the single format that this library can hold; null: both. */
  single_format: BookFormat | null
  /** Number of records. */
  size: number
}

interface OpenTitle extends ShelvedTitle {
  identity_keys: string[]
}

/** Reads a whole library into an index record by record; the response is never in memory as a whole. */
export async function readBookIndex(
  library: Pick<BookLibrary, 'eachBook'>,
  connection: Connection,
  signal?: AbortSignal,
): Promise<BookIndex> {
  const titles = new Map<string, OpenTitle>()
  const byKey = new Map<string, OpenTitle[]>()
  const byRecord = new Map<number, OpenTitle>()
  let isBare = false

  function take(book: LibraryBook): void {
    const name = titleKey(book)
    const title = titles.get(name) ?? {
      foreign_book_id: book.foreign_book_id,
      identity_keys: [],
      records: [],
    }
    titles.set(name, title)
    title.records.push(shelved(book))
    byRecord.set(book.record_id, title)
    if (/^\d+$/.test(book.foreign_book_id)) isBare = true
    for (const key of identityKeys(book, 'gr')) {
      if (title.identity_keys.includes(key)) continue
      title.identity_keys.push(key)
      const holders = byKey.get(key)
      if (holders) holders.push(title)
      else byKey.set(key, [title])
    }
  }
  const { single_format } = await library.eachBook(connection, take, { signal })
  if (single_format !== null) settleFormats(titles.values(), single_format)

  return {
    bare: isBare ? 'gr' : null,
    bind: keys => bindBook(keys, new Set(keys.flatMap(key => byKey.get(key) ?? []))),
    single_format,
    byRecord: record_id => byRecord.get(record_id),
    size: byRecord.size,
  }
}

function shelved({
  record_id,
  author_id,
  title,
  released_on,
  format,
  monitored,
  has_file,
}: LibraryBook): ShelvedBook {
  const day = released_on === undefined ? {} : { released_on }
  return { record_id, author_id, title, ...day, format, monitored, has_file }
}

/** C7: records without a format have the manager's single format. */
function settleFormats(titles: Iterable<ShelvedTitle>, format: BookFormat): void {
  for (const { records } of titles) for (const record of records) record.format ??= format
}
