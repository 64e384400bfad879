import type { BookFormat } from '@foyer/contract/requests/requests'
import {
  identityKeys,
  mergeKeys,
  parseSeries,
  type SeriesPlace,
  titleKey,
} from '#features/book-identity/index.ts'
import { byName } from '#kit/list-order.ts'
import type { LibraryBook, Picture } from '#ports/book-library.ts'

/** The fields of a library record that are kept. */
export interface ShelfRecord {
  record_id: number
  author_id: number
  /** Null: the format is unknown. */
  format: BookFormat | null
  monitored: boolean
  has_file: boolean
}

/** A title: the records that share the manager's id, merged into one. */
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
  /** Whether the shown texts and cover come from the ebook record, whose cover has the shape of a book. */
  is_from_ebook: boolean
}

/** 1/4.10: the manager's own picture through the proxy, otherwise the provider's over https. */
export function pictureUrl(picture: Picture | null, instance_id: string): string | null {
  if (picture?.manager_path !== undefined) {
    return `/api/instances/${instance_id}/proxy/${picture.manager_path}`
  }
  const remote = picture?.remote_url ?? ''
  return /^https:\/\/[^\s"<>]+$/.test(remote) ? remote : null
}

/** Merges records into titles in one pass and keeps only the fields that answers need. */
export function createShelfBuilder(instance_id: string) {
  const drafts = new Map<string, Draft>()

  function draftOf(book: LibraryBook): Draft {
    return {
      foreign_book_id: book.foreign_book_id,
      title: book.title,
      year: book.year,
      series: parseSeries(book.series_title),
      cover: pictureUrl(book.cover, instance_id),
      // Ids without a prefix come only from Readarr; they are Goodreads works (chaptarr.md, 10).
      identity_keys: identityKeys(book, 'gr'),
      records: [recordOf(book)],
      is_from_ebook: book.format === 'ebook',
    }
  }

  function mergeInto(draft: Draft, book: LibraryBook): void {
    const other = draftOf(book)
    const [first, second] = other.is_from_ebook && !draft.is_from_ebook ? [other, draft] : [draft, other]
    draft.title = first.title || second.title
    draft.year = first.year ?? second.year
    draft.series = moreComplete(first.series, second.series)
    draft.cover = first.cover ?? second.cover
    draft.identity_keys = mergeKeys([draft.identity_keys, other.identity_keys])
    draft.records.push(...other.records)
    draft.is_from_ebook ||= other.is_from_ebook
  }

  return {
    take(book: LibraryBook): void {
      const key = titleKey(book)
      const draft = drafts.get(key)
      if (draft) mergeInto(draft, book)
      else drafts.set(key, draftOf(book))
    },
    /** The titles in library order. C7: records without a format have the library's single format. */
    finish(single_format: BookFormat | null): ShelfTitle[] {
      const titles: ShelfTitle[] = []
      for (const { is_from_ebook: _, ...title } of drafts.values()) {
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

/** The series of one format may lack the position that the other one has. */
function moreComplete(a: SeriesPlace | null, b: SeriesPlace | null): SeriesPlace | null {
  if (!a || !b) return a ?? b
  return a.position === null && a.name === b.name ? b : a
}

export function isAvailable({ records }: Pick<ShelfTitle, 'records'>): boolean {
  return records.some(record => record.has_file)
}

type Named = Pick<ShelfTitle, 'title' | 'foreign_book_id' | 'records'>

/** By name; equal names by id, so that the result does not depend on the library's order. */
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

/** The authors of a title in order, without duplicates. */
export function authorIds({ records }: Pick<ShelfTitle, 'records'>): number[] {
  const [first] = records
  if (records.length === 1 && first) return [first.author_id]
  return [...new Set(records.map(record => record.author_id))]
}
