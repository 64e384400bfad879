import { useRef } from 'react'

/**
 * Radix returns the focus to its own triggers. Overlays here are opened by state, so the previously focused element
 * is remembered and focused again, unless the focus has moved on or the element is gone.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const is_free = document.activeElement === null || document.activeElement === document.body
      if (is_free && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    },
  }
}
