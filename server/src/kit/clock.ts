/** The only place that reads the wall clock or sets a timer; everything else is handed a Clock. */
export interface Clock {
  /** The wall clock: for what is stored, sent or shown. It may step back or forward at any moment. */
  now(): Date
  /** Milliseconds that only ever grow, whatever happens to the wall clock: for limits, budgets and ages in memory. */
  monotonicMs(): number
  /** Resolves after `ms`, or rejects with the signal's reason when it fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `run` every `ms` until stopped. Never keeps the process alive. */
  every(ms: number, run: () => void): Stop
  /** Calls `run` once after `ms` unless stopped. Never keeps the process alive. */
  after(ms: number, run: () => void): Stop
}

export type Stop = () => void

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

export interface TestClock extends Clock {
  /** Moves time on and fires what falls due on the way, in order. */
  advance(ms: number): void
  /** Sets the wall clock back or forward, as a time server or a person does. No time passes. */
  stepWallClock(ms: number): void
}

interface Timer {
  at: number
  every?: number
  run: () => void
}

/** Time that moves only when a test says so. */
export function createTestClock(start = '2026-11-15T09:00:00.000Z'): TestClock {
  let elapsed = 0
  let wallOffset = Date.parse(start)
  const timers = new Set<Timer>()
  const add = (timer: Timer): Stop => {
    timers.add(timer)
    return () => void timers.delete(timer)
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
        const due = [...timers].filter(t => t.at <= end).sort((a, b) => a.at - b.at)[0]
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

/** ISO-8601 UTC with milliseconds: the one form in which time is stored and sent (3.7). */
export function iso(at: Date | number): string {
  return new Date(at).toISOString()
}
