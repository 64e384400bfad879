import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useId, useRef } from 'react'
import { useMediaQuery } from '#ui/use-media-query.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Marks a history entry as belonging to an open sheet. */
    on_top?: string
  }
}

/** Makes ids unique per page load: history survives a reload, but React's ids start over. */
const VISIT = Date.now()

/**
 * On a phone, going back closes the open sheet and stays on the page. While the sheet is `busy` it stays open, as it does
 * for its other ways to be closed (`held-open.ts`).
 */
export function useBackCloses(open: boolean, onClose: () => void, busy = false): void {
  const router = useRouter()
  const is_phone = !useMediaQuery('(min-width: 40rem)')
  const id = `${useId()}-${VISIT}`
  const on_top = useLocation({ select: ({ state }) => state.on_top })
  const was_on_top = useRef(false)

  const putOnTop = useCallback(() => {
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: before => ({ ...before, on_top: id }),
      resetScroll: false,
      viewTransition: false,
    })
  }, [id, router])

  useEffect(() => {
    if (!open || !is_phone) return undefined
    putOnTop()
    return () => {
      // Closed by a button: its history entry is removed as well.
      if (router.history.location.state.on_top === id) router.history.back()
    }
  }, [open, is_phone, id, router, putOnTop])

  useEffect(() => {
    if (on_top === id) was_on_top.current = true
    else if (was_on_top.current) {
      was_on_top.current = false
      if (!open) return
      if (busy) putOnTop()
      else onClose()
    }
  }, [on_top, id, open, busy, onClose, putOnTop])
}
