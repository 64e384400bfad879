import type { BookTitle } from '@foyer/contract/book-library'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Status } from '#ui/status.ts'

export interface Shelf {
  titles: readonly BookTitle[]
  /** The names of the series, and the ids of the authors, that the library tracks. */
  series: ReadonlySet<string>
  authors: ReadonlySet<string>
  /** C7: the only format that the library holds. */
  single_format: BookFormat | undefined
  /** By the library's own id, or by a typed key such as `isbn13:…`. */
  find: (foreign_id: string, keys?: readonly string[]) => BookTitle | undefined
}

/** `bp:12` is both the provider's number and a typed key; anything else is the manager's id. */
function keysOf(foreign_id: string, more: readonly string[]): string[] {
  return [`native:${foreign_id}`, foreign_id, ...more]
}

/** Finds a title by any known id. Two titles under one key count as no match, as on the server (1:4.8.7). */
export function createShelf(titles: readonly BookTitle[], single_format?: BookFormat): Shelf {
  const byId = new Map(titles.map(title => [title.foreign_book_id, title]))
  const byKey = new Map<string, BookTitle | null>()
  for (const title of titles)
    for (const key of title.identity_keys) {
      const other = byKey.get(key)
      byKey.set(key, other === undefined || other === title ? title : null)
    }
  function find(foreign_id: string, keys: readonly string[] = []): BookTitle | undefined {
    const exact = byId.get(foreign_id)
    if (exact) return exact
    const found = new Set(keysOf(foreign_id, keys).flatMap(key => byKey.get(key) ?? []))
    return found.size === 1 ? [...found][0] : undefined
  }
  const series = new Set(titles.flatMap(title => title.series ?? []))
  const authors = new Set(titles.flatMap(title => title.author_foreign_id ?? []))
  return { titles, series, authors, single_format, find }
}

/** The status of one format from the digest alone; downloads are only known to the title's own status. */
export function formatStatus(
  title: Pick<BookTitle, BookFormat | 'status_known'>,
  format: BookFormat,
): Status {
  const { monitored, downloaded } = title[format]
  if (downloaded) return 'available'
  if (!title.status_known) return 'unknown'
  return monitored ? 'requested' : 'unavailable'
}

/** Both formats combined in one mark (1/3). */
export function bookMark(
  title: Pick<BookTitle, BookFormat | 'status_known'> | undefined,
): Status | undefined {
  if (!title) return undefined
  const states = [formatStatus(title, 'ebook'), formatStatus(title, 'audiobook')]
  if (states.every(state => state === 'available')) return 'available'
  if (states.includes('available')) return 'partial'
  return (['unknown', 'requested'] as const).find(state => states.includes(state)) ?? 'unavailable'
}

/** The library neither has it nor expects it; unknown is not missing. */
export function lacks(shelf: Shelf, foreign_id: string, keys?: readonly string[]): boolean {
  return (bookMark(shelf.find(foreign_id, keys)) ?? 'unavailable') === 'unavailable'
}
