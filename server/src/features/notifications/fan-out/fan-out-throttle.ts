import type { Clock } from '#kit/clock.ts'

/** In a rush alerts are told together, once in so long. */
const RUSH_MS = 1_000
/** So many within that time are a rush. */
const RUSH = 20

/**
 * An alert is told at once. When hundreds come, each would begin a transaction of its own and hold up those
 * who raise them; then the next are told together a second later.
 */
export function createFanOutThrottle(clock: Clock) {
  let began = Number.NEGATIVE_INFINITY
  let told = 0
  const now = () => clock.monotonicMs()

  return {
    told(count: number): void {
      if (now() - began >= RUSH_MS) {
        began = now()
        told = 0
      }
      told += count
    },
    /** The earliest moment to tell the next. */
    earliest(): number {
      const rest = told >= RUSH ? began + RUSH_MS - now() : 0
      return clock.now().getTime() + Math.max(0, rest)
    },
  }
}

export type FanOutThrottle = ReturnType<typeof createFanOutThrottle>
