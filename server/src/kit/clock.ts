/** The only place that reads the wall clock or sets timers; everything else receives a Clock. */
export interface Clock {
  /** The wall clock, for stored, sent and displayed times. It may jump back or forward at any moment. */
  now(): Date
  /** Monotonic milliseconds, independent of the wall clock, for limits, budgets and ages in memory. */
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

/** ISO-8601 UTC with milliseconds: the only form in which times are stored and sent (3.7). */
export function iso(at: Date | number): string {
  return new Date(at).toISOString()
}
