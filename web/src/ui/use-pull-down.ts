import { useEffect, useEffectEvent, useState } from 'react'

/** How far to pull before letting go reloads the page. */
const FAR_PX = 72
const FARTHEST_PX = 104

/** The visible offset: the further the finger, the less it grows, like a spring. */
export function pulledBy(finger_px: number): number {
  return finger_px <= 0 ? 0 : FARTHEST_PX * (1 - Math.exp(-finger_px / (2 * FARTHEST_PX)))
}

/** Whether an element under the finger can still scroll up, or is part of an overlay. */
function isElsewhere(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at.role === 'dialog' || at.role === 'alertdialog' || at instanceof HTMLInputElement) return true
    if (at !== document.documentElement && at.scrollTop > 0) return true
  }
  return false
}

/** Pull to refresh: at the top of the page, pulling down reloads everything. */
export function usePullDown(onPull: () => Promise<unknown>) {
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const run = useEffectEvent(async () => {
    setBusy(true)
    await onPull().finally(() => setBusy(false))
  })

  useEffect(() => {
    let start: { x: number; y: number } | null = null
    let far = 0

    function begin(event: TouchEvent) {
      const touch = event.touches[0]
      const is_top = window.scrollY <= 0 && event.touches.length === 1 && !isElsewhere(event.target)
      start = touch && is_top ? { x: touch.clientX, y: touch.clientY } : null
      far = 0
    }
    function move(event: TouchEvent) {
      const touch = event.touches[0]
      if (!start || !touch) return
      const down = touch.clientY - start.y
      // Horizontal movement scrolls a row, upward movement scrolls the page.
      if (far === 0 && (down < 0 || Math.abs(touch.clientX - start.x) > down)) start = null
      far = start ? pulledBy(down) : 0
      setPulled(far)
    }
    function end() {
      if (start && far >= FAR_PX) void run()
      start = null
      far = 0
      setPulled(0)
    }

    const passive = { passive: true }
    window.addEventListener('touchstart', begin, passive)
    window.addEventListener('touchmove', move, passive)
    window.addEventListener('touchend', end, passive)
    window.addEventListener('touchcancel', end, passive)
    return () => {
      window.removeEventListener('touchstart', begin)
      window.removeEventListener('touchmove', move)
      window.removeEventListener('touchend', end)
      window.removeEventListener('touchcancel', end)
    }
  }, [])

  return { pulled, ready: pulled >= FAR_PX, busy }
}
