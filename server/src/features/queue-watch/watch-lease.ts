import type { Database } from '#db/database.ts'
import { createLeaseClock, type LeaseClock } from '#jobs/lease-clock.ts'
import { acquireLease, releaseLease, renewLease } from '#jobs/leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'

/** Three missed ticks, and another process takes over. */
const WATCH_MS = 95_000

interface WatchParts {
  database: Database
  clock: Clock
  name: string
  /** For tests whose own time must decide. */
  lease_clock?: LeaseClock
}

/**
 * One process looks after something, the others leave it alone. SQLite has one process, which needs no word
 * about it in the database.
 */
export function createWatch({ database, clock, name, ...given }: WatchParts) {
  const owner = newId('watch')
  const leaseClock = given.lease_clock ?? createLeaseClock({ database, clock })
  let isHeld = false

  async function hold(): Promise<boolean> {
    return database.transaction(async tx => {
      const now = await leaseClock(tx)
      const until = iso(now + WATCH_MS)
      if (isHeld && (await renewLease(tx, { name, owner, until }))) return true
      return acquireLease(tx, { name, owner, now: iso(now), until })
    })
  }

  return {
    async isOurs(): Promise<boolean> {
      if (database.engine === 'sqlite') return true
      isHeld = await hold()
      return isHeld
    },
    async release(): Promise<void> {
      if (!isHeld) return
      isHeld = false
      await database.transaction(tx => releaseLease(tx, { name, owner }))
    },
  }
}
