/** Runs at most `limit` calls at a time; the others wait in order. */
export function limitConcurrency(limit: number) {
  let running = 0
  const waiting = new Set<() => void>()

  function next(): void {
    const [first] = waiting
    if (!first) return void running--
    waiting.delete(first)
    first()
  }

  function takeTurn(signal: AbortSignal): Promise<void> {
    if (running < limit) {
      running++
      return Promise.resolve()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.delete(enter)
      reject(signal.reason)
    }
    const enter = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    waiting.add(enter)
    signal.addEventListener('abort', leave, { once: true })
    return promise
  }

  /** Rejects with the signal's reason if it fires while the call still waits. */
  return async function inTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    await takeTurn(signal)
    try {
      return await run()
    } finally {
      next()
    }
  }
}
