import { untilAborted } from '#kit/until-aborted.ts'

/** Limits concurrency; later callers wait in order of arrival. */
export function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    leave,
    /** Resolves when a slot is free, or rejects with the signal's reason. `leave` returns the slot. */
    async enter(signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      await untilAborted(promise, signal).catch((error: unknown) => {
        const at = waiting.indexOf(resolve)
        if (at !== -1) waiting.splice(at, 1)
        // It was given a slot at the moment it left.
        else leave()
        throw error
      })
    },
  }
}
