import { useCallback, useRef } from 'react'

/**
 * For two controls that replace each other. The pressed one disappears with the focus, so the one that takes its place
 * gets it.
 */
export function useFocusSwap() {
  const is_swapping = useRef(false)
  return {
    swap: useCallback(() => {
      is_swapping.current = true
    }, []),
    ref: useCallback((element: HTMLElement | null) => {
      if (!element || !is_swapping.current) return
      is_swapping.current = false
      element.focus()
    }, []),
  }
}
