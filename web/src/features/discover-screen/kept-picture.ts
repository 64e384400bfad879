import { session } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'

const PLACES = ['hero', 'backdrop'] as const

/** What the first frame shows in this place while the page loads, see build/first-frame/head.js. */
export function pictureKeeper<T extends object>(place: (typeof PLACES)[number]) {
  const key = storageKey(place)
  return {
    /**
     * A child's limits may change between two visits, so nothing is shown to kids accounts before the server was asked.
     */
    keep(picture: T): void {
      const user = session.current()?.user
      if (!user || user.child || user.content_limits) return forgetPictures()
      safeStorage.setItem(key, JSON.stringify({ ...picture, user_id: user.id }))
    },

    /** Null for anybody but the person who saw it. */
    read(): T | null {
      try {
        const kept = JSON.parse(safeStorage.getItem(key) ?? 'null') as (T & { user_id: number }) | null
        return kept?.user_id === session.current()?.user.id ? kept : null
      } catch {
        return null
      }
    },
  }
}

export function forgetPictures(): void {
  for (const place of PLACES) safeStorage.removeItem(storageKey(place))
}
