import type { Database } from '#db/database.ts'
import { keepRenewed } from './keep-renewed.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { acquireLease, releaseLease, renewLease } from './leases.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { untilAborted } from '#kit/until-aborted.ts'

/** A process that died blocks the name no longer than this; a running one renews its lease. */
const LEASE_MS = MINUTE_MS
const RENEW_MS = 15_000

interface ExclusiveParts {
  database: Database
  clock: Clock
  /** For tests with their own clock. */
  lease_clock?: LeaseClock
}

/** Runs work under a lease that is renewed while it runs. A name that is held already is refused with `taken`. */
export function createHoldLease({
  database,
  clock,
  taken,
  ...parts
}: ExclusiveParts & { taken: () => Refusal }) {
  const leaseClock = parts.lease_clock ?? createLeaseClock({ database, clock })

  return async function holdLease<T>(name: string, run: Work<T>, leaving?: AbortSignal): Promise<T> {
    const owner = newId('turn')
    const held = await database.transaction(async tx => {
      const now = await leaseClock(tx)
      return acquireLease(tx, { name, owner, now: iso(now), until: iso(now + LEASE_MS) })
    })
    if (!held) throw taken()
    const lost = new AbortController()
    const stopRenewing = keepRenewed({
      clock,
      lease_ms: LEASE_MS,
      every_ms: RENEW_MS,
      renew: () =>
        database.transaction(async tx =>
          renewLease(tx, { name, owner, until: iso((await leaseClock(tx)) + LEASE_MS) }),
        ),
      onLost: () => lost.abort(taken()),
    })
    try {
      return await run(leaving ? AbortSignal.any([leaving, lost.signal]) : lost.signal)
    } finally {
      stopRenewing()
      // A lease that cannot be released expires; the result of the work stands.
      await database.transaction(tx => releaseLease(tx, { name, owner })).catch(() => {})
    }
  }
}

export type HoldLease = ReturnType<typeof createHoldLease>

/**
 * One at a time per name: within this process in order of arrival, between processes by a lease. A name held by
 * another process is refused with 409, because the wait is unknown.
 */
export function createExclusive(parts: ExclusiveParts) {
  const holdLease = createHoldLease({ ...parts, taken })
  const last = new Map<string, Promise<unknown>>()

  /** The caller can leave by a signal: at once while waiting, and through the work's own signal afterwards. */
  return async function take<T>(name: string, run: Work<T>, leaving?: AbortSignal): Promise<T> {
    const before = last.get(name) ?? Promise.resolve()
    const mine = untilAborted(before, leaving).then(() => holdLease(name, run, leaving))
    // The next caller waits for the end of all earlier ones, not for their success.
    const settled = Promise.allSettled([before, mine])
    last.set(name, settled)
    try {
      return await mine
    } finally {
      if (last.get(name) === settled) last.delete(name)
    }
  }
}

/** The signal fires when the lease is lost, or when the caller leaves: the work must end then (1:3). */
type Work<T> = (signal: AbortSignal) => Promise<T>

export type RunExclusive = ReturnType<typeof createExclusive>

function taken(): Refusal {
  return new Refusal('conflict', { error: 'This is being changed already. Try again shortly.' })
}
