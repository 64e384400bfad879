import type { BookIds } from '#ports/book-ids.ts'
import { bindBook } from './binding-rules.ts'
import { identityKeys, keysOfForeignId } from './identity-rules.ts'
import { titleKey } from './title-rules.ts'

/** A book as somebody chose it, with the words it was found by. */
export interface SelectedBook {
  foreign_id: string
  search_term?: string | null | undefined
  title?: string | null | undefined
}

/** 1/4.4 */
const FOREIGN_ID_BYTES = 256

/** An id is opaque and kept verbatim, so little is asked of it; U+0000 can be kept by one engine only. */
export function isForeignId(text: string): boolean {
  return text.trim() !== '' && Buffer.byteLength(text) <= FOREIGN_ID_BYTES && !text.includes('\0')
}

/** C8: the book list provider's `bp:` numbers are the manager's `hc:` numbers of the same works. */
export function sourceId(foreign_id: string): string {
  return foreign_id.trim().replace(/^bp:(?=\d+$)/, 'hc:')
}

/** The older manager writes `work:` before its own. */
function termOfId(foreign_id: string, bare: 'gr' | null): string {
  const id = sourceId(foreign_id)
  if (bare === null) return id
  return /^(gr:)?\d+$/.test(id) ? `work:${id.replace('gr:', '')}` : id
}

/** What a lookup is asked with, in this order: the id itself, then the words that led to the choice. */
export function lookupTerms(selected: SelectedBook, bare: 'gr' | null): string[] {
  const terms = [termOfId(selected.foreign_id, bare), selected.search_term ?? '', selected.title ?? '']
  return [...new Set(terms.map(term => term.trim()).filter(term => term !== ''))]
}

/**
 * 1:4.6 — the record that was chosen, or none: never a similar title, and none where several share its number.
 */
export function pickSelected<B extends BookIds>(
  foreign_id: string,
  found: readonly B[],
  bare: 'gr' | null,
): B | null {
  const filed = found.map((book, i) => ({ book, record_id: i, foreign_book_id: book.foreign_book_id }))
  const titles = Map.groupBy(filed, titleKey)
    .values()
    .map(group => ({
      first: group[0],
      identity_keys: group.flatMap(({ book }) => identityKeys(book, bare)),
    }))
  const binding = bindBook(keysOfForeignId(foreign_id, bare), titles)
  return binding.found === 'one' ? (binding.title.first?.book ?? null) : null
}
