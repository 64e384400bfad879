import { session } from '#lib/api.ts'
import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import type { Sources } from './images.ts'
import type { Title } from './title.ts'

const KEY = storageKey('hero')

/** The headline of the last visit. The first frame shows it as the page opens, see build/first-frame/. */
export interface KeptHero {
  user_id: number
  /** Whose house it is. */
  server: string
  title: Title
  about: string
  picture: Sources
  image_base: string
}

/** What a child may see can change between two visits, so nothing is shown to one before the server was asked. */
export function keepHero(hero: Omit<KeptHero, 'user_id'>): void {
  const user = session.current()?.user
  if (!user || user.child || user.content_limits) return forgetHero()
  safeStorage.setItem(KEY, JSON.stringify({ ...hero, user_id: user.id } satisfies KeptHero))
}

export function forgetHero(): void {
  safeStorage.removeItem(KEY)
}

export function readKeptHero(): KeptHero | null {
  try {
    const kept = JSON.parse(safeStorage.getItem(KEY) ?? 'null') as KeptHero | null
    return kept?.user_id === session.current()?.user.id ? kept : null
  } catch {
    return null
  }
}
