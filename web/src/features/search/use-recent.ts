import { useState } from 'react'
import { useSession } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import { parseRecent, withRecent } from './recent-searches.ts'

/** Stored in this browser only, separately for each account. */
export function useRecent() {
  const key = storageKey(`searches.${useSession()?.user.id ?? 0}`)
  const [recent, setRecent] = useState(() => parseRecent(safeStorage.getItem(key)))
  return {
    recent,
    remember(query: string) {
      // The search page and the palette each have this; the other one may have added to it.
      const next = withRecent(parseRecent(safeStorage.getItem(key)), query)
      setRecent(next)
      safeStorage.setItem(key, JSON.stringify(next))
    },
    clear() {
      setRecent([])
      safeStorage.removeItem(key)
    },
  }
}
