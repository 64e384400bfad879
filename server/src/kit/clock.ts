/** The only place that reads the wall clock or sets a timer; everything else is handed a Clock. */
export interface Clock {
  now(): Date
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
}

interface Timer {
  at: number
  every?: number
  run: () => void
}

/** Time that moves only when a test says so. */
export function createTestClock(start = '2026-11-15T09:00:00.000Z'): TestClock {
  let now = Date.parse(start)
  const timers = new Set<Timer>()
  const add = (timer: Timer): Stop => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  return {
    now: () => new Date(now),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const stop = add({ at: now + ms, run: resolve })
        signal?.addEventListener('abort', () => (stop(), reject(signal.reason)), { once: true })
      }),
    every: (ms, run) => add({ at: now + ms, every: ms, run }),
    after: (ms, run) => add({ at: now + ms, run }),
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(t => t.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = Math.max(now, due.at)
        if (due.every) due.at += due.every
        else timers.delete(due)
        due.run()
      }
      now = end
    },
  }
}

/** ISO-8601 UTC with milliseconds: the one form in which time is stored and sent (3.7). */
export function iso(at: Date | number): string {
  return new Date(at).toISOString()
}
