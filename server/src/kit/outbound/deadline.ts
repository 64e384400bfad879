import type { Clock } from '#kit/clock.ts'

/** One signal for two reasons to stop: the time is up, or the caller left. */
export interface Deadline {
  signal: AbortSignal
  /** The time is up and the caller has not left. */
  passed(): boolean
  /** From now on only the caller can abort. */
  stopClock(): void
  /** Releases the timer and the caller's signal. Must be called. */
  clear(): void
}

export function startDeadline(clock: Clock, timeout_ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let late = false
  const stopClock = clock.after(timeout_ms, () => {
    late = true
    controller.abort(new Error('deadline passed'))
  })
  const onCallerLeft = () => controller.abort(caller?.reason)
  if (caller?.aborted) onCallerLeft()
  caller?.addEventListener('abort', onCallerLeft, { once: true })
  return {
    signal: controller.signal,
    passed: () => late && !caller?.aborted,
    stopClock,
    clear() {
      stopClock()
      caller?.removeEventListener('abort', onCallerLeft)
    },
  }
}
