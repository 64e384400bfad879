import { sql } from 'kysely'
import type { Database, Tx } from '#db/database.ts'
import { onlyRow } from '#db/compiled-query.ts'
import type { Clock } from '#kit/clock.ts'

/**
 * The one clock that all leases of a database are written and judged by, in milliseconds. Two machines never agree
 * about the time: by their own clocks, one that is ahead would take over what the other still works on.
 */
export type LeaseClock = (tx: Tx) => Promise<number>

/** SQLite has one process, whose clock it is; on PostgreSQL it is the server's. */
export function createLeaseClock({ database, clock }: { database: Database; clock: Clock }): LeaseClock {
  if (database.engine === 'sqlite') return ownLeaseClock(clock)
  return async tx => {
    // Not the time at which the transaction began: it may have waited for a lock since.
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
    return onlyRow(rows).now.getTime()
  }
}

/** Grows as time passes: a wall clock that is set forward ends nothing that this very process works on. */
export function ownLeaseClock(clock: Clock): LeaseClock {
  const origin = clock.now().getTime() - clock.monotonicMs()
  return async () => origin + clock.monotonicMs()
}
