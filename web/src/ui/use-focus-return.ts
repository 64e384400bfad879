import { useRef } from 'react'

/**
 * Radix gives the focus back to a trigger of its own. What lies on top here is opened by state, so whoever had the
 * focus is remembered, and has it again; unless the page moved it on by then, or they are gone.
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
