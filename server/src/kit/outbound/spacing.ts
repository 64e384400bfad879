import type { Clock } from '#kit/clock.ts'
import { untilAborted } from './until-aborted.ts'

export interface Spacing {
  /** Resolves when it is the caller's turn. Rejects with the signal's reason; the turn then goes to the next. */
  wait(key: string, interval_ms: number, signal?: AbortSignal): Promise<void>
}

interface Lane {
  last_start: number
  /** Settles when everyone who came earlier has started or left. */
  tail: Promise<void>
}

/** Keeps the starts of calls apart, first come first served, one lane per key. */
export function createSpacing(clock: Clock): Spacing {
  const lanes = new Map<string, Lane>()
  const nowMs = () => clock.now().getTime()

  return {
    async wait(key, interval_ms, signal) {
      signal?.throwIfAborted()
      const lane = lanes.get(key) ?? { last_start: Number.NEGATIVE_INFINITY, tail: Promise.resolve() }
      lanes.set(key, lane)
      const ahead = lane.tail
      const turn = Promise.withResolvers<void>()
      lane.tail = turn.promise
      try {
        await untilAborted(ahead, signal)
        const rest = lane.last_start + interval_ms - nowMs()
        if (rest > 0) await clock.sleep(rest, signal)
        lane.last_start = nowMs()
      } finally {
        // Whoever leaves early must not let the next one pass those still ahead.
        void ahead.then(turn.resolve)
      }
    },
  }
}
