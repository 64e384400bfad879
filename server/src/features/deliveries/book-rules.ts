import type { BookFormat } from '@foyer/contract/requests'
import { z } from 'zod'
import type { ShelvedBook, ShelvedTitle } from '#features/book-status/index.ts'
import type { AuthorImport, AuthorStatus, BookObjection, ImportState } from '#ports/courier-books.ts'
import type { CourierOutcome } from './courier.ts'
import type { ShelfNames } from './shelf-rules.ts'

/** The import that a delivery waits for, so that no later look has to add anything to find it. */
export const ImportReceipt = z.object({
  /** Null: the manager gave no number. */
  pending_id: z.int().nullable(),
  author_id: z.string(),
  /** What the book is known by. */
  keys: z.array(z.string()),
  /** The author came without the book; looked at once more before somebody is called. */
  came_without: z.boolean().optional(),
})
export type ImportReceipt = z.output<typeof ImportReceipt>

/** What an earlier attempt left: a search that it was about to ask for, or an import to watch. */
const Receipt = z.object({ search: z.int().optional(), import: ImportReceipt.optional() })

export function readReceipt(receipt: unknown): z.output<typeof Receipt> {
  return Receipt.safeParse(receipt).data ?? {}
}

/** The record of a format; of several the one that has most. */
export function recordOf({ records }: ShelvedTitle, format: BookFormat): ShelvedBook | undefined {
  const worth = ({ has_file, monitored }: ShelvedBook) => (has_file ? 2 : 0) + (monitored ? 1 : 0)
  return records
    .filter(one => one.format === format)
    .sort((a, b) => worth(b) - worth(a) || a.record_id - b.record_id)[0]
}

/** 1:4.8.6: the library's own id, where it is not the one that was chosen. */
export function canonicalId(foreign_id: string | null, foreign_book_id: string) {
  return foreign_book_id !== '' && foreign_book_id !== foreign_id
    ? { canonical_foreign_id: foreign_book_id }
    : {}
}

export function waitFor(receipt: ImportReceipt): CourierOutcome {
  return {
    wait: 'author_import',
    message: 'The library is importing the author; the book follows by itself.',
    receipt: { import: receipt },
  }
}

/** Whether a receipt under way already stands for this book in this format. */
export function covers({ state, books }: AuthorImport, ids: readonly string[]): boolean {
  return state === 'active' && (books ?? []).some(id => ids.includes(id))
}

/** C7. */
export function wrongFormat(held: BookFormat, { product, instance_name }: ShelfNames): CourierOutcome {
  const message = `${instance_name} holds ${held}s only, because its ${product} knows one format; ask another library for the other.`
  return { attention: 'book_configuration', message }
}

export const SEVERAL_TITLES: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: 'Several titles of the library could be this book; merge or remove the wrong ones there.',
}

export const FORMAT_UNKNOWN: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: 'The library has this book, but does not say in which format; refresh it there.',
}

export function notFound({ product }: ShelfNames): CourierOutcome {
  const message = `${product} finds no book of this id; it may have been removed from the catalogue.`
  return { attention: 'metadata_unresolved', message }
}

export const AMBIGUOUS_AUTHOR: CourierOutcome = {
  attention: 'import_identity_ambiguous',
  message: 'The library cannot tell which author or book this is; settle it there, then try again.',
}

export const NO_AUTHOR_ID: CourierOutcome = {
  attention: 'import_identity_unavailable',
  message: 'The library does not say who wrote this book, so its author cannot be imported.',
}

const ENDED: Record<Exclude<ImportState, 'active' | 'over'>, CourierOutcome> = {
  failed: {
    attention: 'import_failed',
    message: 'The library could not import the author; look at it there, then try again.',
  },
  cancelled: {
    attention: 'import_cancelled',
    message: 'The import of the author was cancelled in the library; try again to ask for it anew.',
  },
}

/** What a receipt that is there says. Null: it is over, so the author should be there. */
export function outcomeOfImport(state: ImportState, receipt: ImportReceipt): CourierOutcome | null {
  if (state === 'over') return null
  return state === 'active' ? waitFor(receipt) : ENDED[state]
}

/** What the manager says of the author when the receipt is gone. Null: there is no such API to ask. */
export function outcomeOfAuthorStatus(standing: AuthorStatus, receipt: ImportReceipt): CourierOutcome | null {
  switch (standing.known) {
    case 'no_api':
      return null
    case 'ambiguous':
      return AMBIGUOUS_AUTHOR
    case 'unusable_id':
      return NO_AUTHOR_ID
    case 'pending': {
      const next = { ...receipt, pending_id: standing.pending_id }
      return outcomeOfImport(standing.state, next) ?? outcomeOfArrival(next)
    }
    case 'there':
      return outcomeOfArrival(receipt)
    case 'neither':
      // chaptarr.md, 6: it may have succeeded and been removed, or have been cleaned up; adding again is a person's choice.
      return {
        attention: 'manual_import_retry',
        message:
          'The library no longer knows of the import and lacks the author; try again to ask for it anew.',
      }
  }
}

/** The catalogue of an author arrives a moment after the author. */
function outcomeOfArrival(receipt: ImportReceipt): CourierOutcome {
  if (!receipt.came_without) return waitFor({ ...receipt, came_without: true })
  return {
    attention: 'import_identity_unresolved',
    message: 'The author was imported, but this book is not among what came; look for it in the library.',
  }
}

const REFUSALS: Record<BookObjection, (names: ShelfNames) => CourierOutcome> = {
  ambiguous: () => AMBIGUOUS_AUTHOR,
  several: () => SEVERAL_TITLES,
  configuration: ({ product, instance_name }) => ({
    attention: 'book_configuration',
    message: `${product} does not accept the profiles or the root folder of ${instance_name}; check its settings.`,
  }),
  edition: ({ product }) => ({
    attention: 'editions_unavailable',
    message: `${product} knows no edition of this book in this format.`,
  }),
  identity: ({ product }) => ({
    attention: 'metadata_unresolved',
    message: `${product} cannot use the id of this book or of its author.`,
  }),
  other: ({ product }) => ({
    attention: 'request_unavailable',
    message: `${product} refused the book as it was sent; its own log says why.`,
  }),
}

export function refusedBook(objection: BookObjection, names: ShelfNames): CourierOutcome {
  return REFUSALS[objection](names)
}
