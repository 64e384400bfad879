import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { freshToken, refresh } from '#lib/api.ts'
import { baseUrl } from '#lib/base-url.ts'
import { type Frame, NEWS, staleKeys } from '#lib/live.ts'
import { keepLive } from '#lib/live-connection.ts'
import { refetchStale } from '#lib/refetch-stale.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { toast } from '#ui/toast-store.ts'

function socketUrl(): string {
  const url = new URL('api/ws', baseUrl())
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Refetches what live events make stale while someone is signed in, and passes each event on. */
export function useLive(onEvent: (frame: Frame) => void) {
  const passOn = useEffectEvent(onEvent)
  const queries = useQueryClient()
  const { t } = useTranslation()
  // A change of language must not open another socket: events between the two would be missed.
  const sayUpdated = useEffectEvent(() =>
    toast(t('shell.updated'), { action: { label: t('shell.reload'), run: () => location.reload() } }),
  )
  useEffect(() => {
    let version: unknown

    function greet(spoken: unknown) {
      if (version !== undefined && spoken !== version) sayUpdated()
      version = spoken
    }

    /** What changed while the page loaded is rare, so it is asked for when the page is there, bit by bit. */
    async function refetchNews() {
      for (const slice of NEWS) {
        await whenIdle()
        refetchStale(queries, { queryKey: [slice] })
      }
    }

    return keepLive({
      url: socketUrl,
      freshToken,
      refresh,
      onFrame(frame) {
        if (frame.type === 'hello') greet(frame.data['version'])
        const keys = staleKeys(frame)
        if (keys === 'all') refetchStale(queries)
        else for (const queryKey of keys) refetchStale(queries, { queryKey })
        passOn(frame)
      },
      onGap(first) {
        if (first) void refetchNews()
        else void queries.invalidateQueries()
      },
    })
  }, [queries])
}
