import { type TouchEvent, useRef } from 'react'
import { swipeOf } from './swipe-side.ts'

function scrollsSideways(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth + 4 && /auto|scroll/.test(getComputedStyle(one).overflowX))
      return true
  return false
}

/** Swipes from one tab to the next. A row that scrolls horizontally keeps its own gesture. */
export function useSwipeSide(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)

  function onTouchStart({ touches, target }: TouchEvent) {
    const touch = touches[0]
    const own = touches.length === 1 && target instanceof Element && !scrollsSideways(target)
    start.current = touch && own ? { x: touch.clientX, y: touch.clientY } : null
  }

  function onTouchEnd({ changedTouches, currentTarget }: TouchEvent) {
    const touch = changedTouches[0]
    if (!start.current || !touch) return
    const is_rtl = getComputedStyle(currentTarget).direction === 'rtl'
    const by = swipeOf(start.current, { x: touch.clientX, y: touch.clientY }, is_rtl)
    start.current = null
    if (by !== 0) onSwipe(by)
  }

  return { onTouchStart, onTouchEnd }
}
