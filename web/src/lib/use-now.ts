import { useCallback, useSyncExternalStore } from 'react'

/**
 * The current time, updated often enough for texts such as "in 3 days". Rounded up, so that something that just
 * happened never seems to lie in the future.
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
