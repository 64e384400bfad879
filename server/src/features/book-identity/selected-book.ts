import type { BookIds } from '#ports/book-ids.ts'
import { lookupTerms, pickSelected, type SelectedBook } from './selected-rules.ts'

/**
 * The manager's own record of a book that was chosen by its id, with everything else that proves which book it
 * is. The words of the choice help to find that record again; they never choose another (1:4.6).
 */
export async function recoverSelected<B extends BookIds>(
  selected: SelectedBook,
  bare: 'gr' | null,
  search: (term: string) => Promise<readonly B[]>,
): Promise<B | null> {
  for (const term of lookupTerms(selected, bare)) {
    const book = pickSelected(selected.foreign_id, await search(term), bare)
    if (book) return book
  }
  return null
}
