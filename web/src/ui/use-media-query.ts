import { useCallback, useSyncExternalStore } from 'react'

/** What shows itself under a pointer is of no use to a finger. */
export const HAS_POINTER = 'not (pointer: coarse)'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
