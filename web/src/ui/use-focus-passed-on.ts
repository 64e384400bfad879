import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * For a part of the page that goes away because of what was pressed in it, here or by somebody else: the focus in it would
 * go with it. `prepare` is called with the part while it is still there; its answer, called once it is gone, moves the focus.
 */
export function useFocusPassedOn(
  part: RefObject<Element | null>,
  prepare: (part: Element) => () => void,
): void {
  const begin = useEffectEvent(prepare)
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      // A layout effect ends before its elements are taken away.
      if (element?.contains(document.activeElement)) queueMicrotask(begin(element))
    }
  }, [part])
}
