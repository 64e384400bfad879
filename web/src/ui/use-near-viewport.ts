import { type RefObject, startTransition, useEffect, useState } from 'react'

/** A third of a screen ahead. */
const AHEAD = '33% 0px'

/** Whether an element is or was near the viewport; content far below need not be rendered yet. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      entries => {
        // Rendered as a transition, because the person may be scrolling.
        if (entries.some(entry => entry.isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
