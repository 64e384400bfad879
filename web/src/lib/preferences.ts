const memory = new Map<string, string>()

/** localStorage throws where cookies are blocked; a preference then lasts as long as the page. */
export const safeStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value)
    } catch {
      memory.set(key, value)
    }
  },
  removeItem(key) {
    try {
      localStorage.removeItem(key)
    } catch {
      memory.delete(key)
    }
  },
}

/** One remembered choice of this browser, as an external store for React. */
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
