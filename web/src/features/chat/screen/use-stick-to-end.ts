import { useCallback, useEffect, useRef, useState } from 'react'

/** This close to the end counts as being there. */
const NEAR_PX = 32

interface Place {
  top: number
  /** Pixels below what is in view. */
  below: number
}

/** Whether to follow the end: not any more after scrolling up, and again after coming back to it. */
export function followsEnd(follows: boolean, before: Place, now: Place): boolean {
  if (now.below <= 1) return true
  if (now.top < before.top - 1) return false
  return follows || now.below < NEAR_PX
}

const placeOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Place => ({
  top: scrollTop,
  below: scrollHeight - scrollTop - clientHeight,
})

/** Keeps the end of a growing list in view while the reader is there. An empty page starts at its top. */
export function useStickToEnd(is_empty: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [is_away, setAway] = useState(false)

  const toEnd = useCallback(() => {
    follows.current = true
    setAway(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])

  useEffect(() => {
    const scroller = box.current
    if (!scroller || !content.current || is_empty) return undefined
    let before = placeOf(scroller)
    function onScroll() {
      if (!scroller) return
      const now = placeOf(scroller)
      follows.current = followsEnd(follows.current, before, now)
      before = now
      // The way back lies over what is there: so close to the end it would only hide what somebody is about to press.
      setAway(!follows.current && now.below > NEAR_PX)
    }
    // The list grows, or the box shrinks above the keyboard.
    const observer = new ResizeObserver(() => {
      if (follows.current) scroller.scrollTop = scroller.scrollHeight
      else setAway(placeOf(scroller).below > NEAR_PX)
      before = placeOf(scroller)
    })
    observer.observe(scroller)
    observer.observe(content.current)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [is_empty])

  return { box, content, is_away: is_away && !is_empty, toEnd }
}
