import type { Database } from '#db/database.ts'
import { createBookCourier } from '#features/deliveries/couriers/book-courier.ts'
import { createSecretBox } from '#kit/crypto.ts'
import type { Transport } from '#kit/outbound.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { insertUserAndInstances } from './build-deliveries.ts'
import { instanceRow } from './instance-row.ts'

export const BOOKS = 'in_books'
const AT = '2026-11-15T09:00:00.000Z'
const box = createSecretBox(new Uint8Array(32))

export function bookCourier(internal: Transport) {
  return createBookCourier({
    shelf: createBookManagerShelf(internal),
    library: createBookManagerLibrary(internal),
  })
}

/** Inserts a user and one book instance, with a grant. */
export async function insertUserAndBooks(
  database: Database,
  manager: { url: string; api_key: string },
): Promise<void> {
  await insertUserAndInstances(database, {})
  await database.transaction(async tx => {
    const api_key_box = box.seal(manager.api_key, `instance ${BOOKS}`)
    const row = instanceRow(BOOKS, 'book_manager', {
      name: 'Books',
      url: manager.url,
      api_key_box,
      is_default: 1,
    })
    await tx.insertInto('instances').values(row).execute()
    await tx
      .insertInto('instance_grants')
      .values({ user_id: 1, instance_id: BOOKS, created_at: AT })
      .execute()
  })
}

/** The columns of a request for this book, for `saveRequest`. */
export function bookRow(foreign_id: string) {
  return { media_type: 'book', foreign_id, identity: `book:${foreign_id}`, instance_id: BOOKS } as const
}
