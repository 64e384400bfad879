import type { Database } from '#db/database.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { acquireLease, releaseLease, renewLease } from './leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'

/** A process that died holds a turn no longer than this; while it is in use it is renewed. */
const TURN_MS = 60_000
const RENEW_MS = 15_000

interface TurnParts {
  database: Database
  clock: Clock
  /** For tests whose own time must decide. */
  lease_clock?: LeaseClock
}

/**
 * One at a time per name: in this process in the order of asking, and between processes by a lease. A turn
 * that another process holds is refused with 409, for nobody knows how long it will take.
 */
export function createTurns({ database, clock, ...given }: TurnParts) {
  const leaseClock = given.lease_clock ?? createLeaseClock({ database, clock })
  const last = new Map<string, Promise<unknown>>()

  async function holdLease<T>(name: string, run: () => Promise<T>): Promise<T> {
    const owner = newId('turn')
    const held = await database.transaction(async tx => {
      const now = await leaseClock(tx)
      return acquireLease(tx, { name, owner, now: iso(now), until: iso(now + TURN_MS) })
    })
    if (!held) throw new Refusal('conflict', { error: 'This is being changed already. Try again shortly.' })
    const stopRenewing = clock.every(RENEW_MS, () => void renew(name, owner))
    try {
      return await run()
    } finally {
      stopRenewing()
      await database.transaction(tx => releaseLease(tx, { name, owner }))
    }
  }

  /** What fails is tried again at the next time; the lease outlasts three of them. */
  async function renew(name: string, owner: string): Promise<void> {
    const renewed = database.transaction(async tx =>
      renewLease(tx, { name, owner, until: iso((await leaseClock(tx)) + TURN_MS) }),
    )
    await renewed.catch(() => {})
  }

  return async function take<T>(name: string, run: () => Promise<T>): Promise<T> {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(() => holdLease(name, run))
    // Whoever comes next waits for the end, not for a success.
    const settled = mine.catch(() => {})
    last.set(name, settled)
    try {
      return await mine
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}
