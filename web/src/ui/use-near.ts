import { type RefObject, startTransition, useEffect, useState } from 'react'

/** A third of a screen ahead of the reader. */
const AHEAD = '33% 0px'

/** Whether an element is, or ever was, near what is in view: what lies far below need not be made yet. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      entries => {
        // What comes near is made in small pieces, for somebody may be scrolling.
        if (entries.some(entry => entry.isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
