import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import { createServarrHistory } from '../servarr/servarr-history.ts'
import { BOOK_MANAGER } from './book-manager-product.ts'

const Record = z.object({
  bookId: z.int(),
  book: z.object({ foreignBookId: z.string().nullish(), title: z.string().min(1) }).nullish(),
  quality: z.object({ quality: z.object({ name: z.string() }).nullish() }).nullish(),
})

/** chaptarr.md, "History"; Readarr has the same format. */
export function createBookManagerHistory(internal: Transport): ImportHistory {
  return createServarrHistory(internal, {
    product: BOOK_MANAGER,
    includes: { includeBook: true },
    record: Record,
    imports: new Set(['bookFileImported', 'downloadImported']),
    deletion: 'bookFileDeleted',
    subjectOf: row => row.bookId,
    titleOf: ({ bookId: record_id, book, quality }) =>
      book
        ? {
            media_type: 'book',
            record_id,
            ...(book.foreignBookId && { foreign_id: book.foreignBookId }),
            title: book.title,
            quality: quality?.quality?.name ?? null,
          }
        : null,
  })
}
