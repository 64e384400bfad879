import type { Clock } from '#kit/clock.ts'

/** The interval between fan-outs during a burst. */
const BURST_MS = 1_000
/** This many alerts within the interval are a burst. */
const BURST = 20

/**
 * An alert is normally fanned out at once. With hundreds of alerts, each would need its own transaction and delay the
 * writers that raise them, so during a burst they are fanned out together once a second.
 */
export function createFanOutThrottle(clock: Clock) {
  let began = Number.NEGATIVE_INFINITY
  let sent = 0
  const now = () => clock.monotonicMs()

  return {
    sent(count: number): void {
      if (now() - began >= BURST_MS) {
        began = now()
        sent = 0
      }
      sent += count
    },
    /** The earliest time for the next fan-out. */
    earliest(): number {
      const rest = sent >= BURST ? began + BURST_MS - now() : 0
      return clock.now().getTime() + Math.max(0, rest)
    },
  }
}

export type FanOutThrottle = ReturnType<typeof createFanOutThrottle>
