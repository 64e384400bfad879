/** Whether Foyer answered the last call, so that pages can say so before anything is tapped. */
export function createReachability() {
  let reached = true
  const listeners = new Set<() => void>()
  return {
    isReached: () => reached,
    report: (now: boolean) => {
      if (now === reached) return
      reached = now
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
