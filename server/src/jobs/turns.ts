import type { Database } from '#db/database.ts'
import { acquireLease, releaseLease } from './leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'

/** Far longer than a manager may take; a process that died holds a turn no longer than this. */
const TURN_MS = 5 * 60_000

/**
 * One at a time per name: in this process in the order of asking, and between processes by a lease. A turn
 * that another process holds is refused with 409, for nobody knows how long it will take.
 */
export function createTurns({ database, clock }: { database: Database; clock: Clock }) {
  const last = new Map<string, Promise<unknown>>()

  async function holdLease<T>(name: string, run: () => Promise<T>): Promise<T> {
    const owner = newId('turn')
    const now = clock.now().getTime()
    const held = await database.transaction(tx =>
      acquireLease(tx, { name, owner, now: iso(now), until: iso(now + TURN_MS) }),
    )
    if (!held) throw new Refusal('conflict', { error: 'This is being changed already. Try again shortly.' })
    try {
      return await run()
    } finally {
      await database.transaction(tx => releaseLease(tx, { name, owner }))
    }
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
