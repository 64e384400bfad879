import { useState } from 'react'
import { useSession } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import { parseRecent, withRecent } from './recent-searches.ts'

/** Stored in this browser only, separately for each account. */
export function useRecent() {
  const key = storageKey(`searches.${useSession()?.user.id ?? 0}`)
  const [recent, setRecent] = useState(() => parseRecent(safeStorage.getItem(key)))
  function keep(next: string[]) {
    setRecent(next)
    safeStorage.setItem(key, JSON.stringify(next))
  }
  return {
    recent,
    remember: (query: string) => keep(withRecent(recent, query)),
    clear() {
      setRecent([])
      safeStorage.removeItem(key)
    },
  }
}
