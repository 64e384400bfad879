import type { BookIds } from '#ports/book-ids.ts'
import { lookupTerms, pickSelected, type SelectedBook } from './selected-rules.ts'

/**
 * Finds the manager's own record of a book that was selected by its id, with all other keys that identify it. The
 * search term and title only help to find that record again; they never select another one (1:4.6).
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
