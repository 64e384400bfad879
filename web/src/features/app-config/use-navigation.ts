import type { AppConfig } from '@foyer/contract/app-config'
import { useEffect, useMemo } from 'react'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import { hiddenPages } from './offerings.ts'

const KEY = storageKey('navigation')

interface Navigation {
  hidden: readonly string[]
  has_chat: boolean
}

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
  const last = useMemo(() => readLast(user_id), [user_id])
  const now = useMemo(
    () => config && { hidden: hiddenPages(config, has_reports), has_chat: config.services.ai },
    [config, has_reports],
  )
  useEffect(() => {
    if (now) safeStorage.setItem(KEY, JSON.stringify({ ...now, user_id }))
  }, [now, user_id])
  return now ?? last
}

function readLast(user_id: number | undefined): Navigation {
  try {
    const last = JSON.parse(safeStorage.getItem(KEY) ?? '{}') as Partial<Navigation> & { user_id?: number }
    const { hidden, has_chat } = last
    if (last.user_id === user_id && Array.isArray(hidden) && has_chat !== undefined)
      return { hidden, has_chat }
  } catch {
    // Something else is stored there.
  }
  return { hidden: hiddenPages(undefined, false), has_chat: false }
}
