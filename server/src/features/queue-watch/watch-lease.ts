import type { Database } from '#db/database.ts'
import { createLeaseClock, type LeaseClock } from '#jobs/lease-clock.ts'
import { acquireLease, releaseLease, renewLease } from '#jobs/leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'

/** After three missed ticks another process takes over. */
const WATCH_MS = 95_000

interface WatchParts {
  database: Database
  clock: Clock
  name: string
  /** For tests with their own clock. */
  lease_clock?: LeaseClock
}

/** Elects one process for a task. SQLite has a single process, which needs no lease. */
export function createWatch({ database, clock, name, ...parts }: WatchParts) {
  const owner = newId('watch')
  const leaseClock = parts.lease_clock ?? createLeaseClock({ database, clock })
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
