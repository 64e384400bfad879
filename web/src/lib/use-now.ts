import { useCallback, useSyncExternalStore } from 'react'

/**
 * The present, in steps that words such as "in 3 days" care about; it moves on while a page stays open.
 * Rounded up, so that what has just happened never seems to lie ahead.
 */
export function useNow(step_ms = 30_000): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, step_ms)
      return () => clearInterval(timer)
    },
    [step_ms],
  )
  return useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / step_ms) * step_ms)
}
