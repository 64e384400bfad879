import type { Selectable } from 'kysely'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { bookCourier, bookRow, insertUserAndBooks } from './book-courier.ts'
import type { DeliveryOptions } from './build-deliveries.ts'
import { openDeliveryProcess, openOutbound } from './delivery-process.ts'
import { openFresh } from './engines.ts'
import { startSimulators } from './managers.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** Deliveries of books as one process has them; another call is another process on the same database. */
export function openBookProcess(
  database: Database,
  clock: TestClock,
  overrides: DeliveryOptions['overrides'] = {},
) {
  const { internal } = openOutbound(clock)
  const couriers = { book: bookCourier(internal) }
  const harness = openDeliveryProcess(database, { clock, internal, overrides: { couriers, ...overrides } })

  /** Saves a request for a book in these formats. */
  async function book(
    foreign_id: string,
    formats: readonly BookFormat[] = ['ebook'],
    more: { title?: string; search_term?: string } = {},
  ): Promise<number> {
    return (await harness.saveRequest({ ...bookRow(foreign_id), ...more }, formats)).id
  }

  async function rows(id: number): Promise<Selectable<Tables['request_deliveries']>[]> {
    return database.read
      .selectFrom('request_deliveries')
      .selectAll()
      .where('request_id', '=', id)
      .orderBy('id')
      .execute()
  }

  /** `complete requested` for each format, in order. */
  async function outcomesOf(id: number): Promise<string[]> {
    return (await rows(id)).map(row => `${row.state} ${row.code}`)
  }

  return { ...harness, book, rows, outcomesOf }
}

/** Deliveries to a simulated book manager with an empty library. */
export async function buildBookDeliveries<F extends 'chaptarr' | 'readarr' = 'chaptarr'>(flavour?: F) {
  const clock = createTestClock()
  const name = flavour ?? 'chaptarr'
  const world = await startSimulators({ products: [name], now: () => clock.now().getTime() })
  const manager = world[name]
  const database = await openFresh('sqlite')
  await insertUserAndBooks(database, manager)
  return { ...openBookProcess(database, clock), world, manager, database }
}
