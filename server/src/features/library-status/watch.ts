import type { Database } from '#db/database.ts'
import { acquireLease, releaseLease, renewLease } from '#jobs/leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'

/** Three missed ticks, and another process takes over. */
const WATCH_MS = 95_000

/**
 * One process looks after something, the others leave it alone. SQLite has one process, which needs no word
 * about it in the database.
 */
export function createWatch({ database, clock, name }: { database: Database; clock: Clock; name: string }) {
  const owner = newId('watch')
  let isHeld = false

  async function hold(): Promise<boolean> {
    const now = clock.now().getTime()
    const until = iso(now + WATCH_MS)
    return database.transaction(
      async tx =>
        (isHeld && (await renewLease(tx, { name, owner, until }))) ||
        acquireLease(tx, { name, owner, now: iso(now), until }),
    )
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
