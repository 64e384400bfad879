import type { BookIds } from '#ports/book-ids.ts'
import { bindBook } from './binding-rules.ts'
import { identityKeys, keysOfForeignId } from './identity-rules.ts'
import { titleKey } from './title-rules.ts'

/** A book that somebody selected, with the search term and title it was found by. */
export interface SelectedBook {
  foreign_id: string
  search_term?: string | null | undefined
  title?: string | null | undefined
}

/** 1/4.4 */
const FOREIGN_ID_BYTES = 256

/**
 * An id is opaque and stored verbatim, so almost anything is valid; U+0000 is excluded because PostgreSQL cannot
 * store it.
 */
export function isForeignId(text: string): boolean {
  return text.trim() !== '' && Buffer.byteLength(text) <= FOREIGN_ID_BYTES && !text.includes('\0')
}

/** C8: from the book list provider, which may have books that the manager has not heard of yet. */
export function isListedId(foreign_id: string): boolean {
  return /^bp:\d+$/.test(foreign_id)
}

/** C8: the book list provider's `bp:` ids are the manager's `hc:` ids of the same works. */
export function sourceId(foreign_id: string): string {
  return foreign_id.trim().replace(/^bp:(?=\d+$)/, 'hc:')
}

/** C8: all ids of the same work that lists and managers write, the given one first. */
export function sameWorkIds(foreign_id: string): string[] {
  const id = sourceId(foreign_id)
  return [...new Set([foreign_id, id, id.replace(/^hc:(?=\d+$)/, 'bp:')])]
}

/** Readarr expects `work:` before its own ids. */
function termOfId(foreign_id: string, bare: 'gr' | null): string {
  const id = sourceId(foreign_id)
  if (bare === null) return id
  return /^(gr:)?\d+$/.test(id) ? `work:${id.replace('gr:', '')}` : id
}

/** The terms of a lookup, in this order: the id itself, then the texts that led to the selection. */
export function lookupTerms(selected: SelectedBook, bare: 'gr' | null): string[] {
  const terms = [termOfId(selected.foreign_id, bare), selected.search_term ?? '', selected.title ?? '']
  return [...new Set(terms.map(term => term.trim()).filter(term => term !== ''))]
}

/** 1:4.6: the selected record or none. Never a similar title, and none if several records share the id. */
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
