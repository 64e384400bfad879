import { z } from 'zod'
import { Refusal } from '#kit/refusal.ts'

/** 2:4.5: the input that named a book by a source of the retired public catalogue. */
export function catalogRetired(): Refusal {
  return new Refusal('catalog_retired')
}

/**
 * How older clients named a book: by its source in the public catalogue. Accepted, so that they learn that it is
 * retired.
 */
export const RETIRED_BOOK_FIELDS = {
  source: z.string().optional().describe('Retired for books.'),
  source_id: z.union([z.string(), z.number()]).optional().describe('Retired for books.'),
} as const

export interface RetiredBookFields {
  media_type?: string | undefined
  source?: string | undefined
  source_id?: string | number | undefined
  catalog_ref?: object | undefined
}

export function assertNotRetired(item: RetiredBookFields): void {
  const names_source = item.source !== undefined || item.source_id !== undefined || item.catalog_ref
  if (item.media_type === 'book' && names_source) throw catalogRetired()
}
