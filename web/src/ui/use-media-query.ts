import { useCallback, useSyncExternalStore } from 'react'

/** Not a touch screen: for controls that appear on hover. */
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
