import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#lib/api-error.ts'

export type Checked = 'pending' | 'done'

/** Whether checking again cannot help: the server refused. An outage and a rate limit pass by themselves. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

interface RepeatedCheck {
  check: () => Promise<Checked>
  interval_ms: number
  onError: (error: unknown) => void
}

/** Starts after one interval. `now` checks at once, for a page that returns from the background; `stop` ends it. */
export function repeatCheck({ check, interval_ms, onError }: RepeatedCheck) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let is_running = false
  let has_ended = false

  function wait(ms: number) {
    clearTimeout(timer)
    if (!has_ended) timer = setTimeout(() => void run(), ms)
  }

  async function run(): Promise<void> {
    if (is_running || has_ended) return
    is_running = true
    clearTimeout(timer)
    try {
      has_ended = (await check()) === 'done' || has_ended
      if (!has_ended) onError(null)
    } catch (error) {
      if (!has_ended) onError(error)
      has_ended ||= isFinal(error)
    }
    is_running = false
    wait(interval_ms)
  }

  wait(interval_ms)
  return {
    now: () => void run(),
    stop() {
      has_ended = true
      clearTimeout(timer)
    },
  }
}

/**
 * Checks again and again until it is done or refused. Returns the last failure. A phone freezes pages in the
 * background, so a page that becomes visible checks at once. A component with this hook is keyed by its flow.
 */
export function useRepeatedCheck(interval_s: number, check: () => Promise<Checked>): unknown {
  const [error, setError] = useState<unknown>(null)
  const latest = useEffectEvent(check)
  useEffect(() => {
    const repeated = repeatCheck({ check: () => latest(), interval_ms: interval_s * 1000, onError: setError })
    const look = () => {
      if (document.visibilityState === 'visible') repeated.now()
    }
    // The flow may have been approved before this page was opened again.
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      repeated.stop()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [interval_s])
  return error
}
