import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { BookFormat } from '@foyer/contract/requests/requests'
import { z } from 'zod'
import type { ShelvedBook, ShelvedTitle } from '#features/book-status/index.ts'
import type { AuthorImport, AuthorStatus, BookObjection, ImportState } from '#ports/courier-books.ts'
import type { CourierOutcome } from '../couriers/courier.ts'
import { type ShelfNames, valuesOf } from './shelf-rules.ts'

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
    message: sayDelivery('author_importing'),
    receipt: { import: receipt },
  }
}

/** Whether a running import already covers this book in this format. */
export function covers({ state, books }: AuthorImport, ids: readonly string[]): boolean {
  return state === 'active' && (books ?? []).some(id => ids.includes(id))
}

/** C7: the library holds only the other format. */
export function wrongFormat(held: BookFormat, names: ShelfNames): CourierOutcome {
  const message = sayDelivery(`holds_only_${held}`, valuesOf(names))
  return { attention: 'book_configuration', message }
}

export const SEVERAL_TITLES: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: sayDelivery('several_books'),
}

export const FORMAT_UNKNOWN: CourierOutcome = {
  attention: 'library_identity_unresolved',
  message: sayDelivery('format_unknown'),
}

export function notFound({ product }: ShelfNames): CourierOutcome {
  const message = sayDelivery('no_book', { product })
  return { attention: 'metadata_unresolved', message }
}

export const AMBIGUOUS_AUTHOR: CourierOutcome = {
  attention: 'import_identity_ambiguous',
  message: sayDelivery('author_ambiguous'),
}

export const NO_AUTHOR_ID: CourierOutcome = {
  attention: 'import_identity_unavailable',
  message: sayDelivery('author_unknown'),
}

const ENDED: Record<Exclude<ImportState, 'active' | 'over'>, CourierOutcome> = {
  failed: {
    attention: 'import_failed',
    message: sayDelivery('import_failed'),
  },
  cancelled: {
    attention: 'import_cancelled',
    message: sayDelivery('import_cancelled'),
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
        message: sayDelivery('import_gone'),
      }
  }
}

/** The books of an author arrive shortly after the author. */
function outcomeOfArrival(receipt: ImportReceipt): CourierOutcome {
  if (!receipt.came_without) return waitFor({ ...receipt, came_without: true })
  return {
    attention: 'import_identity_unresolved',
    message: sayDelivery('author_without_book'),
  }
}

const REFUSALS: Record<BookObjection, (names: ShelfNames) => CourierOutcome> = {
  ambiguous: () => AMBIGUOUS_AUTHOR,
  several: () => SEVERAL_TITLES,
  configuration: names => ({
    attention: 'book_configuration',
    message: sayDelivery('book_settings_refused', valuesOf(names)),
  }),
  edition: ({ product }) => ({
    attention: 'editions_unavailable',
    message: sayDelivery('no_edition', { product }),
  }),
  identity: ({ product }) => ({
    attention: 'metadata_unresolved',
    message: sayDelivery('book_id_unusable', { product }),
  }),
  other: ({ product }) => ({
    attention: 'request_unavailable',
    message: sayDelivery('book_refused', { product }),
  }),
}

export function refusedBook(objection: BookObjection, names: ShelfNames): CourierOutcome {
  return REFUSALS[objection](names)
}
