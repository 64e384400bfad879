import { useRef } from 'react'

/**
 * For the control of a dialog that has the focus when it opens. With `autoFocus` it would have it before Radix and this
 * file can see where the focus was.
 */
export const FIRST_FOCUS = { 'data-first-focus': true } as const

/**
 * Radix returns the focus to its own triggers. Overlays here are opened by state, so the previously focused element
 * is remembered and focused again, unless the focus has moved on. Where it is gone, such as with a deleted row, the
 * content of the page gets the focus.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = openerOf(document.activeElement)
      const overlay = event.currentTarget
      const first = overlay instanceof Element && overlay.querySelector('[data-first-focus]')
      if (!(first instanceof HTMLElement)) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const is_free = document.activeElement === null || document.activeElement === document.body
      if (!is_free) return
      const target = before.current?.isConnected ? before.current : document.getElementById('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}

/** A menu closes when one of its items is chosen; the button that opened it stays. */
function openerOf(focused: Element | null): Element | null {
  const trigger_id = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return trigger_id ? document.getElementById(trigger_id) : focused
}
