import type { BookFormat } from '@foyer/contract/requests'
import {
  identityKeys,
  mergeKeys,
  parseSeries,
  type SeriesPlace,
  titleKey,
} from '#features/book-identity/index.ts'
import { byName } from '#kit/list-order.ts'
import type { LibraryBook, Picture } from '#ports/book-library.ts'

/** One record of the library, as far as it is kept. */
export interface ShelfRecord {
  record_id: number
  author_id: number
  /** Null: nobody can say which. */
  format: BookFormat | null
  monitored: boolean
  has_file: boolean
}

/** A title: the records that share the manager's id for it, told once. */
export interface ShelfTitle {
  foreign_book_id: string
  title: string
  year: number | null
  series: SeriesPlace | null
  cover: string | null
  identity_keys: readonly string[]
  records: readonly ShelfRecord[]
}

interface Draft extends ShelfTitle {
  identity_keys: string[]
  records: ShelfRecord[]
  /** Whether the ebook tells what the title looks like; its cover has the shape of a book. */
  told_by_ebook: boolean
}

/** 1/4.10: the manager's own picture through the proxy, else its provider's over https. */
export function pictureUrl(picture: Picture | null, instance_id: string): string | null {
  if (picture?.manager_path !== undefined) {
    return `/api/instances/${instance_id}/proxy/${picture.manager_path}`
  }
  const remote = picture?.remote_url ?? ''
  return /^https:\/\/[^\s"<>]+$/.test(remote) ? remote : null
}

/** Puts titles together record by record, in one pass; nothing of a record is kept that no answer needs. */
export function createShelfBuilder(instance_id: string) {
  const drafts = new Map<string, Draft>()

  function begin(book: LibraryBook): Draft {
    return {
      foreign_book_id: book.foreign_book_id,
      title: book.title,
      year: book.year,
      series: parseSeries(book.series_title),
      cover: pictureUrl(book.cover, instance_id),
      // Bare numbers come from Readarr alone, and are Goodreads' works (chaptarr.md, 10).
      identity_keys: identityKeys(book, 'gr'),
      records: [recordOf(book)],
      told_by_ebook: book.format === 'ebook',
    }
  }

  function join(draft: Draft, book: LibraryBook): void {
    const other = begin(book)
    const [first, second] = other.told_by_ebook && !draft.told_by_ebook ? [other, draft] : [draft, other]
    draft.title = first.title || second.title
    draft.year = first.year ?? second.year
    draft.series = fuller(first.series, second.series)
    draft.cover = first.cover ?? second.cover
    draft.identity_keys = mergeKeys([draft.identity_keys, other.identity_keys])
    draft.records.push(...other.records)
    draft.told_by_ebook ||= other.told_by_ebook
  }

  return {
    take(book: LibraryBook): void {
      const key = titleKey(book)
      const draft = drafts.get(key)
      if (draft) join(draft, book)
      else drafts.set(key, begin(book))
    },
    /** The titles in the order in which the library told them. C7: records without a format are of the single one. */
    finish(single_format: BookFormat | null): ShelfTitle[] {
      const titles: ShelfTitle[] = []
      for (const { told_by_ebook: _told, ...title } of drafts.values()) {
        for (const record of title.records) record.format ??= single_format
        titles.push(title)
      }
      drafts.clear()
      return titles
    },
  }
}

function recordOf({ record_id, author_id, format, monitored, has_file }: LibraryBook): ShelfRecord {
  return { record_id, author_id, format, monitored, has_file }
}

/** The series of one format may lack the place that the other names. */
function fuller(a: SeriesPlace | null, b: SeriesPlace | null): SeriesPlace | null {
  if (!a || !b) return a ?? b
  return a.position === null && a.name === b.name ? b : a
}

export function isAvailable({ records }: Pick<ShelfTitle, 'records'>): boolean {
  return records.some(record => record.has_file)
}

type Named = Pick<ShelfTitle, 'title' | 'foreign_book_id' | 'records'>

/** By name; titles of one name by their ids, so that nothing hangs on the order in which the library told them. */
export function byTitle(a: Named, b: Named): number {
  return (
    byName(a.title, b.title) ||
    byName(a.foreign_book_id, b.foreign_book_id) ||
    lowestRecord(a) - lowestRecord(b)
  )
}

function lowestRecord({ records }: Named): number {
  return Math.min(...records.map(record => record.record_id))
}

/** The authors of a title, each once, in order. */
export function authorIds({ records }: Pick<ShelfTitle, 'records'>): number[] {
  const [first] = records
  if (records.length === 1 && first) return [first.author_id]
  return [...new Set(records.map(record => record.author_id))]
}
