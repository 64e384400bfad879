import { useCallback, useEffect, useRef } from 'react'
import { cancelPairing, useBeginPairing } from './box-api.ts'

export interface PairingTarget {
  name: string
  address: string
  identifier: string
}

/** Begins a pairing, and ends it when its page is left before the PIN was sent: the box stops showing it. */
export function usePairing({ name, address, identifier }: PairingTarget) {
  const pairing = useRef<{ id: string | undefined; is_left: boolean; is_begun: boolean }>({
    id: undefined,
    is_left: false,
    is_begun: false,
  })
  const begin = useBeginPairing(id => {
    if (pairing.current.is_left) cancelPairing(id)
    else pairing.current.id = id
  })
  const { mutate } = begin
  const start = useCallback(() => mutate({ name, address, identifier }), [mutate, name, address, identifier])

  useEffect(() => {
    const state = pairing.current
    state.is_left = false
    if (!state.is_begun) start()
    state.is_begun = true
    return () => {
      state.is_left = true
      // React's strict mode unmounts and mounts again at once.
      queueMicrotask(() => {
        if (state.is_left && state.id !== undefined) cancelPairing(state.id)
      })
    }
  }, [start])

  return {
    begin,
    start,
    /** The PIN is on its way, after which there is nothing left to cancel. */
    keep: useCallback(() => {
      pairing.current.id = undefined
    }, []),
  }
}
