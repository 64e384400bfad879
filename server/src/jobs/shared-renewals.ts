import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { createLeaseClock } from './lease-clock.ts'
import { acquireLease, releaseLease } from './leases.ts'

/** Longer than a renewal may take; a process that died holds the lease no longer than this. */
const LEASE_MS = MINUTE_MS
const WAIT_MS = 250
const MAX_WAITS = 80

interface Renewal<T> {
  /** The credential, for example `book list bl_1`. */
  name: string
  /** Runs under the lease. It must look first whether another process was faster. */
  renew(): Promise<T>
  /** The result of another process; null while there is none. */
  findRenewed(): Promise<T | null>
}

/**
 * Renewals of credentials that work once, one at a time per name: within this process by sharing the renewal, between
 * processes by a lease. Null: another process holds the lease and did not finish in time.
 */
export function createSharedRenewals<T>(parts: { database: Database; clock: Clock }) {
  const { database, clock } = parts
  const leaseClock = createLeaseClock(parts)
  const running = new Map<string, Promise<T | null>>()

  async function renewUnderLease({ name, renew, findRenewed }: Renewal<T>): Promise<T | null> {
    const lease = { name, owner: newId('turn') }
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const isAcquired = await database.transaction(async tx => {
        const now = await leaseClock(tx)
        return acquireLease(tx, { ...lease, now: iso(now), until: iso(now + LEASE_MS) })
      })
      if (isAcquired) {
        try {
          return await renew()
        } finally {
          await database.transaction(tx => releaseLease(tx, lease))
        }
      }
      await clock.sleep(WAIT_MS)
      const renewed = await findRenewed()
      if (renewed !== null) return renewed
    }
    return null
  }

  return function renewOnce(renewal: Renewal<T>): Promise<T | null> {
    const { name } = renewal
    const shared = running.get(name) ?? renewUnderLease(renewal)
    running.set(name, shared)
    const forget = () => {
      if (running.get(name) === shared) running.delete(name)
    }
    return shared.finally(forget)
  }
}
