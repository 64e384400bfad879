import type { BookTitle } from '@foyer/contract/book-library'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { LibraryAuthor } from '#ports/book-library.ts'
import { believedYear } from '#kit/list-order.ts'
import { authorIds, byTitle, type ShelfTitle } from './shelf-rules.ts'

/** By record id. Empty when the authors could not be read: titles are then shown without names (1:4.10). */
export type AuthorsById = ReadonlyMap<number, LibraryAuthor>

export function presentTitle(title: ShelfTitle, authors: AuthorsById): BookTitle {
  const filed_under = authorIds(title).flatMap(id => authors.get(id) ?? [])
  const [author] = filed_under
  return {
    title: title.title,
    author: author?.name || null,
    author_foreign_id: author?.foreign_author_id || null,
    author_summaries: filed_under.map(({ name }, i) => ({ name, position: i + 1 })),
    year: title.year,
    series: title.series?.name ?? null,
    series_position: title.series?.position ?? null,
    foreign_book_id: title.foreign_book_id,
    identity_keys: [...title.identity_keys],
    status_known: title.records.every(record => record.format !== null),
    cover: title.cover,
    ebook: ownership(title, 'ebook'),
    audiobook: ownership(title, 'audiobook'),
  }
}

function ownership({ records }: ShelfTitle, format: BookFormat): BookTitle['ebook'] {
  const own = records.filter(record => record.format === format)
  return {
    monitored: own.some(record => record.monitored),
    downloaded: own.some(record => record.has_file),
  }
}

/** 1:4.10: newest year first. An implausible year sorts like a missing one, but is shown as it is. */
export function newestFirst(this_year: number) {
  return (a: ShelfTitle, b: ShelfTitle): number => {
    const [left, right] = [believedYear(a.year, this_year), believedYear(b.year, this_year)]
    if (left !== right) return (right ?? Number.NEGATIVE_INFINITY) - (left ?? Number.NEGATIVE_INFINITY)
    return byTitle(a, b)
  }
}
