import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { fromServer } from '#lib/base-url.ts'
import { openWindow } from '#lib/open-window.ts'
import { receiveReturn } from '../oidc/return-channel.ts'
import type { Returned } from '../oidc/returned.ts'
import { beginTest, finishTest, oidcConfigQuery, type OpenTest } from './api.ts'

/** A sign-in at the provider in a window of its own, which writes nothing. Its result comes back to this page. */
export function useOidcTest() {
  const queries = useQueryClient()
  const opened = useRef<Window | null>(null)
  const [test, setTest] = useState<OpenTest | null>(null)
  const begin = useMutation({
    mutationFn: beginTest,
    onSuccess: begun => {
      setTest(begun)
      opened.current?.location.replace(fromServer(begun.start_url))
    },
    onError: () => opened.current?.close(),
  })
  const finish = useMutation({
    mutationFn: async ({ open, returned }: { open: OpenTest; returned: Returned }) => {
      if (returned.code === undefined)
        throw new ApiError(403, { code: returned.error ?? 'provider_failed', error: returned.error ?? '' })
      return finishTest(open, returned.code)
    },
    onSettled: () => {
      setTest(null)
      return queries.invalidateQueries({ queryKey: oidcConfigQuery().queryKey })
    },
  })

  const receive = useEffectEvent((open: OpenTest, returned: Returned) => {
    opened.current?.close()
    finish.mutate({ open, returned })
  })
  useEffect(() => {
    if (test) return receiveReturn(test.flow, returned => receive(test, returned))
  }, [test])

  return {
    /** Where the window goes, for browsers that blocked it; null while no test is under way. */
    url: test && fromServer(test.start_url),
    busy: begin.isPending || finish.isPending,
    error: begin.error ?? finish.error,
    message: finish.data,
    start() {
      finish.reset()
      opened.current = openWindow()
      begin.mutate()
    },
    cancel() {
      opened.current?.close()
      setTest(null)
    },
  }
}
