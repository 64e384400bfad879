import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountServer, beginQuickConnect, type QuickFlow, quickFlows } from './api.ts'

export interface QuickSteps {
  /** The flow whose code is shown, also one from before the page was loaded again. */
  flow: QuickFlow | null
  starting: boolean
  error: unknown
  start: (server: AccountServer) => void
  cancel: () => void
}

export function useQuickConnect(): QuickSteps {
  const [flow, setFlow] = useState(quickFlows.read)
  const begin = useMutation({ mutationFn: beginQuickConnect, onSuccess: setFlow })
  return {
    flow,
    starting: begin.isPending,
    error: begin.error,
    start: server => begin.mutate(server),
    cancel() {
      quickFlows.forget()
      begin.reset()
      setFlow(null)
    },
  }
}
