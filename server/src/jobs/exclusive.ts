import type { Database } from '#db/database.ts'
import { keepRenewed } from './keep-renewed.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { acquireLease, releaseLease, renewLease } from './leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { untilAborted } from '#kit/until-aborted.ts'

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
 * that another process holds is refused with 409, because nobody knows how long it will take.
 */
export function createExclusive({ database, clock, ...given }: TurnParts) {
  const leaseClock = given.lease_clock ?? createLeaseClock({ database, clock })
  const last = new Map<string, Promise<unknown>>()

  async function holdLease<T>(name: string, run: Work<T>, leaving?: AbortSignal): Promise<T> {
    const owner = newId('turn')
    const held = await database.transaction(async tx => {
      const now = await leaseClock(tx)
      return acquireLease(tx, { name, owner, now: iso(now), until: iso(now + TURN_MS) })
    })
    if (!held) throw taken()
    const lost = new AbortController()
    const stopRenewing = keepRenewed({
      clock,
      lease_ms: TURN_MS,
      every_ms: RENEW_MS,
      renew: () =>
        database.transaction(async tx =>
          renewLease(tx, { name, owner, until: iso((await leaseClock(tx)) + TURN_MS) }),
        ),
      onLost: () => lost.abort(taken()),
    })
    try {
      return await run(leaving ? AbortSignal.any([leaving, lost.signal]) : lost.signal)
    } finally {
      stopRenewing()
      // One that cannot be released ends by itself; the outcome of the work stands.
      await database.transaction(tx => releaseLease(tx, { name, owner })).catch(() => {})
    }
  }

  /** Whoever asks may leave by a signal: at once while waiting, and through the work's own signal afterwards. */
  return async function take<T>(name: string, run: Work<T>, leaving?: AbortSignal): Promise<T> {
    const before = last.get(name) ?? Promise.resolve()
    const mine = untilAborted(before, leaving).then(() => holdLease(name, run, leaving))
    // Whoever comes next waits for the end of all before it, not for a success.
    const settled = Promise.allSettled([before, mine])
    last.set(name, settled)
    try {
      return await mine
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}

/** The signal fires when the turn is lost, or when whoever took it leaves: the work must end then (1:3). */
type Work<T> = (signal: AbortSignal) => Promise<T>

export type RunExclusive = ReturnType<typeof createExclusive>

function taken(): Refusal {
  return new Refusal('conflict', { error: 'This is being changed already. Try again shortly.' })
}
