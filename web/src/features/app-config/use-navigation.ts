import type { AppConfig } from '@foyer/contract/app-config'
import { useEffect, useMemo } from 'react'
import { createKept } from '#lib/kept-for-person.ts'
import { hiddenPages } from './offerings.ts'

interface Navigation {
  hidden: readonly string[]
  has_chat: boolean
}

const kept = createKept<Navigation>('navigation')
const UNKNOWN: Navigation = { hidden: hiddenPages(undefined, false), has_chat: false }

interface Known {
  user_id: number | undefined
  config: AppConfig | undefined
  has_reports: boolean
}

/**
 * What the navigation leaves out, and whether it has the chat. Until that is known, it is as at the last visit, so that no
 * entry comes late and moves the others.
 */
export function useNavigation({ user_id, config, has_reports }: Known): Navigation {
  // oxlint-disable-next-line react/exhaustive-deps -- what is kept is that of whoever is signed in
  const last = useMemo(() => kept.read() ?? UNKNOWN, [user_id])
  const now = useMemo(
    () => config && { hidden: hiddenPages(config, has_reports), has_chat: config.services.ai },
    [config, has_reports],
  )
  useEffect(() => {
    if (now) kept.keep(now)
  }, [now])
  return now ?? last
}
