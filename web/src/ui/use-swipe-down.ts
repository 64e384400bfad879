import { type PointerEvent, useRef } from 'react'

const FAR_PX = 96
const FAST_PX_PER_MS = 0.6

/** Lets a sheet follow the finger on its handle, and closes it when pulled far or fast enough; a held one returns. */
export function useSwipeDown(is_held: boolean, onLeave: () => void) {
  const start = useRef<{ y: number; at: number; sheet: HTMLElement } | null>(null)

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const sheet = event.currentTarget.closest<HTMLElement>('[role=dialog]')
    if (!sheet) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { y: event.clientY, at: event.timeStamp, sheet }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const pulled = Math.max(0, event.clientY - start.current.y)
    start.current.sheet.style.translate = `0 ${pulled}px`
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const { y, at, sheet } = start.current
    start.current = null
    const pulled = event.clientY - y
    const is_fast = pulled > 24 && pulled / (event.timeStamp - at) > FAST_PX_PER_MS
    if (!is_held && (pulled > FAR_PX || is_fast)) onLeave()
    else sheet.style.translate = ''
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}
