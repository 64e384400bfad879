/** A finger that went this far sideways meant it. */
const FAR_PX = 72

interface Point {
  x: number
  y: number
}

/** Where a swipe leads: on, back, or nowhere when it was short or rather went up or down. */
export function swipeOf(from: Point, to: Point, is_rtl: boolean): 1 | -1 | 0 {
  const dx = to.x - from.x
  if (Math.abs(dx) < FAR_PX || Math.abs(dx) < 2 * Math.abs(to.y - from.y)) return 0
  return dx < 0 === is_rtl ? -1 : 1
}
