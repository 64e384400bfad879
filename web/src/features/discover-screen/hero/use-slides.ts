import { type RefObject, type UIEvent, useCallback, useEffect, useState } from 'react'
import { useMediaQuery } from '#ui/use-media-query.ts'

const STAY_MS = 9_000

/** The visible slide, advancing automatically unless the person hovers, paused it or prefers reduced motion. */
export function useSlides(list: RefObject<HTMLUListElement | null>, count: number) {
  const moves = !useMediaQuery('(prefers-reduced-motion: reduce)')
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)

  const go = useCallback(
    (wanted: number) => {
      const box = list.current
      const slide = box?.children[(wanted + count) % count]
      if (box && slide instanceof HTMLElement)
        box.scrollTo({ left: slide.offsetLeft, behavior: moves ? 'smooth' : 'auto' })
    },
    [list, count, moves],
  )

  useEffect(() => {
    if (!moves || paused || held || count < 2) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) go(at + 1)
    }, STAY_MS)
    return () => clearInterval(timer)
  }, [moves, paused, held, count, at, go])

  function onScroll(event: UIEvent<HTMLUListElement>) {
    const { clientWidth, scrollLeft } = event.currentTarget
    if (clientWidth > 0) setAt(Math.round(Math.abs(scrollLeft) / clientWidth))
  }

  const rest = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { at, go, moves, paused, toggle: () => setPaused(!paused), onScroll, rest }
}
