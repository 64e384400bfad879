import { useRef } from 'react'

/**
 * For the control of a dialog that has the focus when it opens. With `autoFocus` it would have it before Radix and this
 * file can see where the focus was.
 */
export const FIRST_FOCUS = { 'data-first-focus': true } as const

/**
 * Radix returns the focus to its own triggers. Overlays here are opened by state, so the previously focused element
 * is remembered and focused again, unless the focus has moved on. Where it is gone, such as with a deleted row, or can
 * no longer be pressed, the content of the page gets the focus.
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
      if (!focused(before.current)) focused(document.getElementById('main'))
    },
  }
}

/** A menu closes when one of its items is chosen; the button that opened it stays. */
function openerOf(focused: Element | null): Element | null {
  const trigger_id = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return trigger_id ? document.getElementById(trigger_id) : focused
}

/** Whether it could be given the focus. The body had it where an overlay opened in the place of another one. */
function focused(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}
