import type { Database } from '#db/database.ts'
import type { Courier, CourierOutcome } from '#features/deliveries/courier.ts'
import { createTestJobs } from './test-jobs.ts'
import { createTestClock } from './test-clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import { furnish, type HouseOptions, openHouse } from './delivery-house.ts'
import { afterTest, openFresh } from './engines.ts'

const NOWHERE = { url: 'http://127.0.0.1:9', api_key: 'key' }

/** A house whose couriers are told by the test what to do. */
export async function begin(
  open: () => Promise<Database> = () => openFresh('sqlite'),
  overrides: HouseOptions['overrides'] = {},
) {
  const database = await open()
  await furnish(database, { movies: NOWHERE })
  return { ...enter(database, overrides), database }
}

/** Another process on the same database, with a clock of its own. */
export function enter(
  database: Database,
  overrides: HouseOptions['overrides'] = {},
  clock = createTestClock(),
) {
  const { jobs } = createTestJobs(database, clock)
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  const house = openHouse({ database, clock, jobs, internal: outbound.internal, overrides })
  return { ...house, clock, jobs }
}

/** Answers in turn; the last answer stays. */
export function courierOf(...outcomes: (CourierOutcome | Error)[]): Courier & { calls: number } {
  const courier = async () => {
    const next = outcomes[Math.min(courier.calls, outcomes.length - 1)]
    courier.calls += 1
    if (!next || next instanceof Error) throw next ?? new Error('no outcome')
    return next
  }
  courier.calls = 0
  return courier
}

/** Waits inside an attempt until the test lets it go on. */
export function gate() {
  const reached = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    open: () => open.resolve(),
    wait: () => (reached.resolve(), open.promise),
  }
}

export const charges = async (database: Database) =>
  (await database.read.selectFrom('request_charges').select(['began', 'refunded_at']).execute()).map(
    row => `${row.began ? 'began' : 'fresh'}${row.refunded_at ? ' refunded' : ''}`,
  )
