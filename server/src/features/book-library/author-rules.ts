import type { LibraryAuthor } from '@foyer/contract/book-library'
import type { LibraryAuthor as AuthorRecord } from '#ports/book-library.ts'
import { byName } from '#kit/list-order.ts'
import { authorIds, isAvailable, pictureUrl, type ShelfTitle } from './shelf-rules.ts'

export const AUTHOR_SORTS = ['books', 'name', 'added'] as const
export type AuthorSort = (typeof AUTHOR_SORTS)[number]

/** The position is added when a sort order is chosen. */
export type AuthorRow = Omit<LibraryAuthor, 'position'>

/**
 * 1:4.10: counted per title, so that two formats count once. Authors without a record in this library are left
 * out.
 */
export function authorRows(
  titles: readonly ShelfTitle[],
  authors: readonly AuthorRecord[],
  instance_id: string,
): AuthorRow[] {
  const counts = new Map<number, { title_count: number; available_count: number }>()
  for (const title of titles) {
    for (const id of authorIds(title)) {
      const count = counts.get(id) ?? { title_count: 0, available_count: 0 }
      count.title_count += 1
      if (isAvailable(title)) count.available_count += 1
      counts.set(id, count)
    }
  }
  return authors.flatMap(author => {
    const count = counts.get(author.record_id)
    return count ? [authorRow(author, count, instance_id)] : []
  })
}

export function authorRow(
  author: AuthorRecord,
  count: { title_count: number; available_count: number },
  instance_id: string,
): AuthorRow {
  return {
    author_foreign_id: author.foreign_author_id,
    name: author.name,
    image: pictureUrl(author.image, instance_id),
    title_count: count.title_count,
    available_count: count.available_count,
    ...(author.added !== null && { added: author.added }),
  }
}

const byRowName = (a: AuthorRow, b: AuthorRow) =>
  byName(a.name, b.name) || byName(a.author_foreign_id, b.author_foreign_id)

const ORDERS: Record<AuthorSort, (a: AuthorRow, b: AuthorRow) => number> = {
  books: (a, b) => b.available_count - a.available_count || byRowName(a, b),
  name: byRowName,
  added: (a, b) => addedMs(b) - addedMs(a) || byRowName(a, b),
}

/** An unknown date sorts after all known ones. */
function addedMs({ added }: AuthorRow): number {
  return added === undefined ? 0 : Date.parse(added)
}

/** The whole library in sort order; every author gets their position in it. */
export function rankAuthors(rows: readonly AuthorRow[], sort: AuthorSort): LibraryAuthor[] {
  return rows.toSorted(ORDERS[sort]).map(({ author_foreign_id, name, ...rest }, i) => ({
    author_foreign_id,
    name,
    position: i + 1,
    ...rest,
  }))
}
