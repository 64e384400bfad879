import { identityKeys } from '#features/book-identity/index.ts'
import type { BookIds } from '#ports/book-ids.ts'

/** A book can have many editions. More searches than this would not fit the budget. */
const MAX_TERMS = 20

/** Keys of valid identifiers only: an ISBN has its check digit, and ten digits are written as thirteen. */
export function audioKeys(ids: BookIds): string[] {
  return identityKeys(ids).filter(key => /^(asin|isbn13):/.test(key))
}

/**
 * What to search for. The server compares identifiers as text, so an ISBN is searched by the nine digits that its
 * short and long forms share. One that is stored with dashes is found by the title.
 */
export function searchTerms(title: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const terms = keys.map(key => {
    const value = key.slice(key.indexOf(':') + 1)
    return /^978\d{10}$/.test(value) ? value.slice(3, 12) : value
  })
  return [...new Set([...(title.trim() ? [title.trim()] : []), ...terms])].slice(0, MAX_TERMS)
}

/** Whether an item's own identifiers are among the wanted ones, exactly. */
export function carriesKey(
  keys: ReadonlySet<string>,
  item: { asin: string | null; isbn: string | null },
): boolean {
  const own: BookIds = {
    foreign_book_id: '',
    works: [],
    editions: [],
    asins: item.asin ? [item.asin] : [],
    isbns: item.isbn ? [item.isbn] : [],
  }
  return audioKeys(own).some(key => keys.has(key))
}

export function listenUrl(public_address: string, item_id: string): string {
  return `${public_address.replace(/\/+$/, '')}/item/${encodeURIComponent(item_id)}`
}
