import { sql } from 'kysely'
import type { Database, Tx } from '#db/database.ts'
import { onlyRow } from '#db/compiled-query.ts'
import type { Clock } from '#kit/clock.ts'

/**
 * The common clock for all leases of a database, in milliseconds. The clocks of two machines never agree: judged by
 * its own clock, the faster one would take over work that the other still does.
 */
export type LeaseClock = (tx: Tx) => Promise<number>

/** On SQLite the clock of its only process; on PostgreSQL the server's clock. */
export function createLeaseClock({ database, clock }: { database: Database; clock: Clock }): LeaseClock {
  if (database.engine === 'sqlite') return ownLeaseClock(clock)
  return async tx => {
    // Not the start of the transaction: it may have waited for a lock since.
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
    return onlyRow(rows).now.getTime()
  }
}

/** Monotonic: a wall clock that is set forward does not end this process's own leases. */
export function ownLeaseClock(clock: Clock): LeaseClock {
  const origin = clock.now().getTime() - clock.monotonicMs()
  return async () => origin + clock.monotonicMs()
}
