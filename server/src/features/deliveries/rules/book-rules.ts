import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { ShelvedBook, ShelvedTitle } from '#features/book-status/index.ts'
import type { AuthorImport, AuthorStatus, BookObjection, ImportState } from '#ports/courier-books.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import type { ShelfNames } from './shelf-rules.ts'

/** The import that a delivery waits for, so that later checks find it without adding anything. */
export const ImportReceipt = z.object({
  /** Null: the manager returned no id. */
  pending_id: z.int().nullable(),
  author_id: z.string(),
  /** The identity keys of the book. */
  keys: z.array(z.string()),
  /** The author arrived without the book; it is checked once more before an admin is involved. */
  came_without: z.boolean().optional(),
})
export type ImportReceipt = z.output<typeof ImportReceipt>

/** Left by an earlier attempt: a search that it was about to start, or an import to watch. */
const Receipt = z.object({ search: z.int().optional(), import: ImportReceipt.optional() })

export function readReceipt(receipt: unknown): z.output<typeof Receipt> {
  return Receipt.safeParse(receipt).data ?? {}
}

/** The record of a format; if there are several, the one with the most files. */
export function recordOf({ records }: ShelvedTitle, format: BookFormat): ShelvedBook | undefined {
  const worth = ({ has_file, monitored }: ShelvedBook) => (has_file ? 2 : 0) + (monitored ? 1 : 0)
  return records
    .filter(one => one.format === format)
    .sort((a, b) => worth(b) - worth(a) || a.record_id - b.record_id)[0]
}

/** 1:4.8.6: the library's own id, if it differs from the selected one. */
export function canonicalId(foreign_id: string | null, foreign_book_id: string) {
  return foreign_book_id !== '' && foreign_book_id !== foreign_id
    ? { canonical_foreign_id: foreign_book_id }
    : {}
}

export function waitFor(receipt: ImportReceipt): CourierOutcome {
  return {
    wait: 'author_import',
    message: 'The library is importing the author. The book follows automatically.',
    receipt: { import: receipt },
  }
}

/** Whether a running import already covers this book in this format. */
export function covers({ state, books }: AuthorImport, ids: readonly string[]): boolean {
  return state === 'active' && (books ?? []).some(id => ids.includes(id))
}

/** C7: the library holds only the other format. */
export function wrongFormat(held: BookFormat, { product, instance_name }: ShelfNames): CourierOutcome {
  const message = `${instance_name} holds only ${held}s, because its ${product} supports one format. Use another library for the other format.`
  return { attention: 'book_configuration', message }
}

export const SEVERAL_TITLES: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: 'Several titles in the library match this book. Merge or remove the wrong ones there.',
}

export const FORMAT_UNKNOWN: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: 'The library has this book, but does not report its format. Refresh it there.',
}

export function notFound({ product }: ShelfNames): CourierOutcome {
  const message = `${product} found no book with this id. It may have been removed from the catalogue.`
  return { attention: 'metadata_unresolved', message }
}

export const AMBIGUOUS_AUTHOR: CourierOutcome = {
  attention: 'import_identity_ambiguous',
  message: 'The library cannot identify the author or the book. Resolve it there, then try again.',
}

export const NO_AUTHOR_ID: CourierOutcome = {
  attention: 'import_identity_unavailable',
  message: 'The library does not know the author of this book, so the author cannot be imported.',
}

const ENDED: Record<Exclude<ImportState, 'active' | 'over'>, CourierOutcome> = {
  failed: {
    attention: 'import_failed',
    message: 'The library could not import the author. Check it there, then try again.',
  },
  cancelled: {
    attention: 'import_cancelled',
    message: 'The import of the author was cancelled in the library. Try again to start a new one.',
  },
}

/** The outcome of an existing receipt. Null: the import is over, so the author should exist. */
export function outcomeOfImport(state: ImportState, receipt: ImportReceipt): CourierOutcome | null {
  if (state === 'over') return null
  return state === 'active' ? waitFor(receipt) : ENDED[state]
}

/** The outcome from the author's status when the receipt is gone. Null: the manager has no such API. */
export function outcomeOfAuthorStatus(author: AuthorStatus, receipt: ImportReceipt): CourierOutcome | null {
  switch (author.known) {
    case 'no_api':
      return null
    case 'ambiguous':
      return AMBIGUOUS_AUTHOR
    case 'unusable_id':
      return NO_AUTHOR_ID
    case 'pending': {
      const next = { ...receipt, pending_id: author.pending_id }
      return outcomeOfImport(author.state, next) ?? outcomeOfArrival(next)
    }
    case 'there':
      return outcomeOfArrival(receipt)
    case 'neither':
      // chaptarr.md, 6: the import may have succeeded and been removed, or been cleaned up; a person decides
      // whether to add it again.
      return {
        attention: 'manual_import_retry',
        message:
          'The library has neither the import nor the author any more. Try again to start a new import.',
      }
  }
}

/** The books of an author arrive shortly after the author. */
function outcomeOfArrival(receipt: ImportReceipt): CourierOutcome {
  if (!receipt.came_without) return waitFor({ ...receipt, came_without: true })
  return {
    attention: 'import_identity_unresolved',
    message: 'The author was imported, but without this book. Look for it in the library.',
  }
}

const REFUSALS: Record<BookObjection, (names: ShelfNames) => CourierOutcome> = {
  ambiguous: () => AMBIGUOUS_AUTHOR,
  several: () => SEVERAL_TITLES,
  configuration: ({ product, instance_name }) => ({
    attention: 'book_configuration',
    message: `${product} does not accept the profiles or the root folder of ${instance_name}. Check its settings.`,
  }),
  edition: ({ product }) => ({
    attention: 'editions_unavailable',
    message: `${product} has no edition of this book in this format.`,
  }),
  identity: ({ product }) => ({
    attention: 'metadata_unresolved',
    message: `${product} cannot use the id of this book or of its author.`,
  }),
  other: ({ product }) => ({
    attention: 'request_unavailable',
    message: `${product} refused the book. Its log shows the reason.`,
  }),
}

export function refusedBook(objection: BookObjection, names: ShelfNames): CourierOutcome {
  return REFUSALS[objection](names)
}
