import { useCallback, useSyncExternalStore } from 'react'
import { serverTime } from './api.ts'

/**
 * The current time, updated often enough for texts such as "in 3 days". It is the server's, which dates everything,
 * because a browser's clock may be hours off. Rounded up, so that something that just happened never seems to lie in
 * the future.
 */
export function useNow(step_ms = 30_000, clock: () => number = serverTime.now): number {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = setInterval(tick, step_ms)
      return () => clearInterval(timer)
    },
    [step_ms],
  )
  return useSyncExternalStore(subscribe, () => Math.ceil(clock() / step_ms) * step_ms)
}
