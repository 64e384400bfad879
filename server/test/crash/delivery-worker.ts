import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { createLocalBroadcast } from '#db/broadcast-local.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { openSqlite } from '#db/sqlite.ts'
import type { Observer } from '#db/faults.ts'
import { createJobs } from '#jobs/index.ts'
import { systemClock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { createOutbound, type Transport } from '#kit/outbound.ts'
import { bookCourier } from '#test/book-courier.ts'
import { buildDeliveries } from '#test/build-deliveries.ts'
import type { DeliveryOrders } from './delivery-orders.ts'

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }

export interface WorkerOptions {
  match?: TvMatch | undefined
  /** Books alone: their courier sweeps for authors, which the others have no part in. */
  books?: boolean | undefined
  /** How much later than now it believes to be. */
  minutes?: number
  /** A moment before each write and call, and one when an answer is there. */
  boundary?: () => void
}

/** What changes the database: between two of these a crash can be seen. */
const WRITE = /^(insert|update|delete|commit)\b/i

function watched(internal: Transport, boundary: () => void): Transport {
  return {
    ...internal,
    async send(request) {
      boundary()
      const answer = await internal.send(request)
      boundary()
      return answer
    },
  }
}

/** What a process has of deliveries, over the database in this file. */
export function openWorker(place: string, { match, books, minutes = 0, boundary }: WorkerOptions = {}) {
  const observe: Observer | undefined = boundary && (text => WRITE.test(text) && boundary())
  const database = openSqlite(place, observe)
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + minutes * MINUTE_MS) }
  const broadcast = createLocalBroadcast(database, quiet)
  // One after the other where moments are counted, so that each is the same in every run.
  const jobs = createJobs({ database, clock, log: quiet, broadcast, ...(boundary && { concurrency: 1 }) })
  const outbound = createOutbound({ clock, external_proxy: () => null, user_agent: 'test' })
  const internal = boundary ? watched(outbound.internal, boundary) : outbound.internal
  const harness = buildDeliveries({
    database,
    clock,
    jobs,
    internal,
    ...(match && { match: () => match }),
    ...(books && { overrides: { couriers: { book: bookCourier(internal) } } }),
  })
  return {
    database,
    harness,
    prepare: () => migrate(database, migrations, { now: () => '2026-11-15T09:00:00.000Z' }),
    /** Answers whether nothing is left to do later. */
    async deliver(): Promise<boolean> {
      await jobs.start()
      await jobs.settle()
      return (await jobs.nextDueAt()) === null
    },
    async close() {
      await jobs.stop()
      await outbound.destroy()
      await database.close()
    },
  }
}

/** What a process does that is to die on the way. */
export async function deliverDue(
  { place, match, books }: DeliveryOrders,
  boundary: () => void,
): Promise<void> {
  const worker = openWorker(place, { match, books, boundary })
  try {
    await worker.deliver()
  } finally {
    await worker.close()
  }
}

/** The next start on the same file, and one more when an answer was lost: then its delay is over. */
export async function deliverTheRest(place: string, match?: TvMatch): Promise<void> {
  for (const minutes of [0, 10]) {
    const worker = openWorker(place, { match, minutes })
    const isDone = await worker.deliver()
    await worker.close()
    if (isDone) return
  }
}

/** All that deliveries leave behind. */
export async function readLedger(place: string) {
  const database = openSqlite(place)
  try {
    const { read } = database
    return {
      deliveries: await read
        .selectFrom('request_deliveries')
        .select(['format', 'state', 'code', 'began'])
        .execute(),
      charges: await read.selectFrom('request_charges').select(['unit', 'began', 'refunded_at']).execute(),
      jobs: await read.selectFrom('jobs').selectAll().execute(),
      leases: await read.selectFrom('leases').selectAll().execute(),
    }
  } finally {
    await database.close()
  }
}
