import { session } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import type { Sources } from '../cards/images.ts'
import type { Title } from '../title.ts'

const KEY = storageKey('hero')

/** The hero of the last visit. The first frame shows it while the page loads, see build/first-frame/. */
export interface SavedHero {
  user_id: number
  /** The server's name. */
  server: string
  title: Title
  about: string
  picture: Sources
  image_base: string
}

/**
 * A child's limits may change between two visits, so nothing is shown to kids accounts before the server was asked.
 */
export function saveHero(hero: Omit<SavedHero, 'user_id'>): void {
  const user = session.current()?.user
  if (!user || user.child || user.content_limits) return clearSavedHero()
  safeStorage.setItem(KEY, JSON.stringify({ ...hero, user_id: user.id } satisfies SavedHero))
}

export function clearSavedHero(): void {
  safeStorage.removeItem(KEY)
}

export function readSavedHero(): SavedHero | null {
  try {
    const kept = JSON.parse(safeStorage.getItem(KEY) ?? 'null') as SavedHero | null
    return kept?.user_id === session.current()?.user.id ? kept : null
  } catch {
    return null
  }
}
