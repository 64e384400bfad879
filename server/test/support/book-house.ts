import type { Selectable } from 'kysely'
import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { createTestJobs } from './test-jobs.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { bookCourier, bookRow, furnishBooks } from './book-courier.ts'
import { type HouseOptions, openHouse } from './delivery-house.ts'
import { afterTest, openFresh } from './engines.ts'
import { startSimulators } from './managers.ts'

export function openWaysOut(clock: TestClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound
}

/** What a process has of book deliveries; another call is another process on the same database. */
export function enterBooks(database: Database, clock: TestClock, overrides: HouseOptions['overrides'] = {}) {
  const { jobs } = createTestJobs(database, clock)
  const { internal } = openWaysOut(clock)
  const couriers = { book: bookCourier(internal) }
  const house = openHouse({ database, clock, jobs, internal, overrides: { couriers, ...overrides } })

  /** Asks for a book by its id in the formats named. */
  async function book(
    foreign_id: string,
    formats: readonly BookFormat[] = ['ebook'],
    more: { title?: string; search_term?: string } = {},
  ): Promise<number> {
    return (await house.ask({ ...bookRow(foreign_id), ...more }, formats)).id
  }

  async function rows(id: number): Promise<Selectable<Tables['request_deliveries']>[]> {
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
  const world = await startSimulators({ products: [name], now: () => clock.now().getTime() })
  const manager = world[name]
  const database = await openFresh('sqlite')
  await furnishBooks(database, manager)
  return { ...enterBooks(database, clock), world, manager, database }
}
