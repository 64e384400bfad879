import type { Database } from '#db/database.ts'
import type { Courier, CourierOutcome } from '#features/deliveries/couriers/courier.ts'
import { createOutbound } from '#kit/outbound.ts'
import { buildDeliveries, type DeliveryOptions, insertUserAndInstances } from './build-deliveries.ts'
import { afterTest, openFresh } from './engines.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestJobs } from './test-jobs.ts'

const CLOSED_PORT = { url: 'http://127.0.0.1:9', api_key: 'key' }

/** Closed when the test ends. */
export function openOutbound(clock: TestClock) {
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  return outbound
}

interface ProcessOptions extends Pick<DeliveryOptions, 'match' | 'overrides'> {
  clock?: TestClock
  internal?: DeliveryOptions['internal']
}

/** Deliveries as one process has them, with its own jobs; another call is another process on the same database. */
export function openDeliveryProcess(database: Database, options: ProcessOptions = {}) {
  const { clock = createTestClock(), ...parts } = options
  const { jobs } = createTestJobs(database, clock)
  const internal = parts.internal ?? openOutbound(clock).internal
  return { ...buildDeliveries({ ...parts, database, clock, jobs, internal }), clock }
}

/** Deliveries of movies to an instance that nobody answers for; couriers come from the test. */
export async function buildWithCouriers(
  overrides: NonNullable<DeliveryOptions['overrides']>,
  open: () => Promise<Database> = () => openFresh('sqlite'),
) {
  const database = await open()
  await insertUserAndInstances(database, { movies: CLOSED_PORT })
  return openDeliveryProcess(database, { overrides })
}

/** A courier that returns these outcomes one after the other, then the last one again and again. */
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

/** Holds an attempt until the test lets it continue. */
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
