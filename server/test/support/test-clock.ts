import type { Clock, Stop } from '#kit/clock.ts'

export interface TestClock extends Clock {
  /** Moves time forward and runs the timers that fall due, in order. */
  advance(ms: number): void
  /** Sets the wall clock back or forward, as a time server or a person does. No time passes. */
  stepWallClock(ms: number): void
}

interface Timer {
  at: number
  every?: number
  run: () => void
}

/** A clock that only a test moves. */
export function createTestClock(start = '2026-11-15T09:00:00.000Z'): TestClock {
  let elapsed = 0
  let wallOffset = Date.parse(start)
  const timers = new Set<Timer>()
  const add = (timer: Timer): Stop => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  /** Of two for the same moment, the one that was set first. */
  const firstDue = (end: number): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) if (timer.at <= end && (!first || timer.at < first.at)) first = timer
    return first
  }
  return {
    now: () => new Date(wallOffset + elapsed),
    monotonicMs: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const stop = add({ at: elapsed + ms, run: resolve })
        signal?.addEventListener('abort', () => (stop(), reject(signal.reason)), { once: true })
      }),
    every: (ms, run) => add({ at: elapsed + ms, every: ms, run }),
    after: (ms, run) => add({ at: elapsed + ms, run }),
    advance(ms) {
      const end = elapsed + ms
      for (;;) {
        const due = firstDue(end)
        if (!due) break
        elapsed = Math.max(elapsed, due.at)
        if (due.every) due.at += due.every
        else timers.delete(due)
        due.run()
      }
      elapsed = end
    },
    stepWallClock(ms) {
      wallOffset += ms
    },
  }
}
