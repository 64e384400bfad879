import type { SafeStorage } from '#lib/preferences.ts'

/** A sign-in that was begun and waits for an approval elsewhere. */
export interface StoredFlow<T> {
  keep(flow: T): void
  /** Null if there is none or it has expired. */
  read(): T | null
  forget(): void
}

/**
 * Kept in the browser and not in the tab: on a phone, the approval happens in another app, and the system may end an
 * installed app in the meantime. It then goes on where it was.
 */
export function createStoredFlow<T extends { expires_at: string }>(deps: {
  storage: SafeStorage
  key: string
  now: () => number
}): StoredFlow<T> {
  const { storage, key, now } = deps
  return {
    keep: flow => storage.setItem(key, JSON.stringify(flow)),
    read() {
      try {
        const flow = JSON.parse(storage.getItem(key) ?? 'null') as T | null
        return flow && Date.parse(flow.expires_at) > now() ? flow : null
      } catch {
        return null
      }
    },
    forget: () => storage.removeItem(key),
  }
}
