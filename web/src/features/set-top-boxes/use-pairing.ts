import { useCallback, useEffect, useRef } from 'react'
import { cancelPairing, useBeginPairing } from './api.ts'

export interface PairedWith {
  name: string
  address: string
  identifier: string
}

/** Begins a pairing, and ends it when its page is left before the PIN was sent: the box stops showing it. */
export function usePairing({ name, address, identifier }: PairedWith) {
  const live = useRef<{ id: string | undefined; is_left: boolean; is_begun: boolean }>({
    id: undefined,
    is_left: false,
    is_begun: false,
  })
  const begin = useBeginPairing(id => {
    if (live.current.is_left) cancelPairing(id)
    else live.current.id = id
  })
  const { mutate } = begin
  const again = useCallback(() => mutate({ name, address, identifier }), [mutate, name, address, identifier])

  useEffect(() => {
    const state = live.current
    state.is_left = false
    if (!state.is_begun) again()
    state.is_begun = true
    return () => {
      state.is_left = true
      // React's strict mode leaves and comes back at once.
      queueMicrotask(() => {
        if (state.is_left && state.id !== undefined) cancelPairing(state.id)
      })
    }
  }, [again])

  return {
    begin,
    again,
    /** The PIN is on its way, after which there is nothing left to cancel. */
    settle: useCallback(() => {
      live.current.id = undefined
    }, []),
  }
}
