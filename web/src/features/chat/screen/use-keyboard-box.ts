import { type CSSProperties, useEffect, useState } from 'react'

/** Smaller changes are the browser's own bars. */
const KEYBOARD_PX = 150

/**
 * Where the page can be seen while the keyboard of a phone is open, and undefined otherwise. The keyboard covers the
 * page without making it smaller, so the layout has to make room itself.
 */
export function useKeyboardBox(): CSSProperties | undefined {
  const [box, setBox] = useState<CSSProperties>()
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return undefined
    function measure() {
      if (!view) return
      // A page that is zoomed in shows less of itself, too.
      const is_open = view.scale <= 1.01 && window.innerHeight - view.height > KEYBOARD_PX
      setBox(
        is_open ? { position: 'fixed', insetInline: 0, top: view.offsetTop, height: view.height } : undefined,
      )
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return box
}
