import { session } from './api.ts'
import { storageKey } from './base-url.ts'
import { safeStorage } from './preferences.ts'

/** What this browser keeps from one visit to the next for the person who is signed in; nobody else reads it. */
export function createKept<T extends object>(name: string) {
  const key = storageKey(name)
  return {
    keep(value: T): void {
      const user_id = session.current()?.user.id
      if (user_id !== undefined) safeStorage.setItem(key, JSON.stringify({ ...value, user_id }))
    },

    read(): T | null {
      try {
        const kept = JSON.parse(safeStorage.getItem(key) ?? 'null') as (T & { user_id: number }) | null
        return kept?.user_id === session.current()?.user.id ? kept : null
      } catch {
        return null
      }
    },

    forget: () => safeStorage.removeItem(key),
  }
}
