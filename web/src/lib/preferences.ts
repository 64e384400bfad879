export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage throws where cookies are blocked. Values then last as long as the page. */
function guarded(find: () => Storage): SafeStorage {
  const memory = new Map<string, string>()
  return {
    getItem(key) {
      try {
        return find().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    setItem(key, value) {
      try {
        find().setItem(key, value)
      } catch {
        memory.set(key, value)
      }
    },
    removeItem(key) {
      try {
        find().removeItem(key)
      } catch {
        memory.delete(key)
      }
    },
  }
}

/** Per browser. */
export const safeStorage = guarded(() => localStorage)
/** Per tab: survives a reload and ends with the tab. */
export const tabStorage = guarded(() => sessionStorage)

/** A preference stored in this browser, as an external store for React. */
export function createPreference<T extends string>(key: string, allowed: readonly T[], fallback: T) {
  const listeners = new Set<() => void>()
  const isAllowed = (value: string | null): value is T => allowed.some(one => one === value)
  let value: T | undefined

  function get(): T {
    if (value === undefined) {
      const stored = safeStorage.getItem(key)
      value = isAllowed(stored) ? stored : fallback
    }
    return value
  }

  return {
    get,
    set(next: T) {
      value = next
      safeStorage.setItem(key, next)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
