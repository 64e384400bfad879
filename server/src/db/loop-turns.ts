import { setImmediate } from 'node:timers'
import { systemClock } from '#kit/clock.ts'

/** How long statements run before requests, timers and sockets get their turn. */
const LONGEST_TURN_MS = 10

/**
 * `node:sqlite` answers at once, so a long row of statements (an alert for two hundred people) would hold up everything
 * else until its end. Before each statement: null, or the end of this turn of the event loop, to be waited for.
 */
export function createLoopTurns(): () => Promise<void> | null {
  const now = systemClock.monotonicMs
  let began = 0
  let end: Promise<void> | null = null
  return () => {
    if (end) return now() - began < LONGEST_TURN_MS ? null : end
    began = now()
    end = new Promise(resolve =>
      setImmediate(() => {
        end = null
        resolve()
      }),
    )
    return null
  }
}
