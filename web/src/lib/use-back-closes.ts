import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useMediaQuery } from '#ui/use-media-query.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** What lies on top of the page at this step back. */
    on_top?: string
  }
}

/** The browser keeps its steps when the page is loaded again, and ids begin anew then. */
const VISIT = Date.now()

/** On a phone, going back closes the sheet on top and leaves the page where it is. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const router = useRouter()
  const is_phone = !useMediaQuery('(min-width: 40rem)')
  const id = `${useId()}-${VISIT}`
  const on_top = useLocation({ select: ({ state }) => state.on_top })
  const was_on_top = useRef(false)

  useEffect(() => {
    if (!open || !is_phone) return undefined
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: before => ({ ...before, on_top: id }),
      resetScroll: false,
      viewTransition: false,
    })
    return () => {
      // Closed by a button: the step that it added goes with it.
      if (router.history.location.state.on_top === id) router.history.back()
    }
  }, [open, is_phone, id, router])

  useEffect(() => {
    if (on_top === id) was_on_top.current = true
    else if (was_on_top.current) {
      was_on_top.current = false
      if (open) onClose()
    }
  }, [on_top, id, open, onClose])
}
