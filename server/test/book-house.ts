import type { Selectable } from 'kysely'
import type { BookFormat } from '@foyer/contract/requests'
import type { Database } from '#db/database.ts'
import type { RequestDeliveriesTable } from '#db/tables.ts'
import { createBookCourier } from '#features/deliveries/index.ts'
import { createTestJobs } from '#jobs/test-jobs.ts'
import { createTestClock, type TestClock } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { createBookManagerShelf } from '#upstreams/book-manager/book-manager-adds.ts'
import { createBookManagerLibrary } from '#upstreams/book-manager/book-manager-library.ts'
import { furnish, type HouseOptions, openHouse } from './delivery-house.ts'
import { afterTest, openFresh } from './engines.ts'
import { openWorld } from './managers.ts'

export const BOOKS = 'in_books'
const AT = '2026-11-15T09:00:00.000Z'
const box = createSecretBox(new Uint8Array(32))

/** One person who was given one book library. */
export async function furnishBooks(
  database: Database,
  manager: { url: string; api_key: string },
): Promise<void> {
  await furnish(database, {})
  await database.transaction(async tx => {
    await tx
      .insertInto('instances')
      .values({
        id: BOOKS,
        service_type: 'book_manager',
        name: 'Books',
        name_key: 'books',
        url: manager.url,
        api_key_box: box.seal(manager.api_key, `instance ${BOOKS}`),
        is_default: 1,
        sort_order: 0,
        media_path_mappings: '[]',
        server_config: null,
        created_at: AT,
        updated_at: AT,
      })
      .execute()
    await tx
      .insertInto('instance_grants')
      .values({ user_id: 1, instance_id: BOOKS, created_at: AT })
      .execute()
  })
}

export function bookCourier(internal: Transport) {
  return createBookCourier({
    shelf: createBookManagerShelf(internal),
    library: createBookManagerLibrary(internal),
  })
}

export function openWaysOut(clock: TestClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound
}

/** What a process has of book deliveries; another call is another process on the same database. */
export function enterBooks(database: Database, clock: TestClock, given: HouseOptions['given'] = {}) {
  const { jobs } = createTestJobs(database, clock)
  const { internal } = openWaysOut(clock)
  const couriers = { book: bookCourier(internal) }
  const house = openHouse({ database, clock, jobs, internal, given: { couriers, ...given } })

  /** Asks for a book by its id in the formats named. */
  async function book(
    foreign_id: string,
    formats: readonly BookFormat[] = ['ebook'],
    more: { title?: string; search_term?: string } = {},
  ): Promise<number> {
    const what = {
      media_type: 'book',
      foreign_id,
      identity: `book:${foreign_id}`,
      instance_id: BOOKS,
    } as const
    return (await house.ask({ ...what, ...more }, formats)).id
  }

  async function rows(id: number): Promise<Selectable<RequestDeliveriesTable>[]> {
    return database.read
      .selectFrom('request_deliveries')
      .selectAll()
      .where('request_id', '=', id)
      .orderBy('id')
      .execute()
  }

  /** `complete requested` of each format, in order. */
  async function told(id: number): Promise<string[]> {
    return (await rows(id)).map(row => `${row.state} ${row.code}`)
  }

  return { ...house, jobs, clock, book, rows, told }
}

/** A book manager, its library empty, and deliveries to it. */
export async function beginBooks<F extends 'chaptarr' | 'readarr' = 'chaptarr'>(flavour?: F) {
  const clock = createTestClock()
  const name = flavour ?? 'chaptarr'
  const world = await openWorld({ products: [name], now: () => clock.now().getTime() })
  const manager = world[name]
  const database = await openFresh('sqlite')
  await furnishBooks(database, manager)
  return { ...enterBooks(database, clock), world, manager, database }
}
