/** The minimum horizontal distance of a swipe. */
const FAR_PX = 72

interface Point {
  x: number
  y: number
}

/** The direction of a swipe: next, previous, or none if it was short or mostly vertical. */
export function swipeOf(from: Point, to: Point, is_rtl: boolean): 1 | -1 | 0 {
  const dx = to.x - from.x
  if (Math.abs(dx) < FAR_PX || Math.abs(dx) < 2 * Math.abs(to.y - from.y)) return 0
  return dx < 0 === is_rtl ? -1 : 1
}
