import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { openWindow } from '#lib/open-window.ts'
import { beginPlex, cancelPlex, type PlexFlow, plexFlows, type PlexPurpose } from './api.ts'

export interface PlexSteps {
  /** The flow that waits for an approval, also one from before the page was loaded again. */
  flow: PlexFlow | null
  starting: boolean
  error: unknown
  /** Opens Plex in a window, so it must be called while a press is being handled. */
  start: () => void
  cancel: () => void
  /** The flow was used or refused. */
  end: () => void
}

export function usePlexFlow(purpose: PlexPurpose): PlexSteps {
  const stored = plexFlows[purpose]
  const [flow, setFlow] = useState(stored.read)
  const opened = useRef<Window | null>(null)
  const begin = useMutation({
    mutationFn: () => beginPlex(purpose),
    onSuccess: begun => {
      setFlow(begun)
      opened.current?.location.replace(begun.url)
    },
    onError: () => opened.current?.close(),
  })

  return {
    flow,
    starting: begin.isPending,
    error: begin.error,
    start() {
      opened.current = openWindow()
      begin.mutate()
    },
    cancel() {
      if (flow) cancelPlex(flow)
      stored.forget()
      setFlow(null)
    },
    end: stored.forget,
  }
}
