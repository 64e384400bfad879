/** Makes a value; the signal aborts when nobody waits for it any more. */
export type Fill<V> = (signal: AbortSignal) => Promise<V>

interface Flight<V> {
  key: string
  tags: readonly string[]
  promise: Promise<V>
  controller: AbortController
  waiters: number
}

interface Joining<V> {
  key: string
  tags: readonly string[]
  signal: AbortSignal | undefined
  fill: Fill<V>
  /** Called with the value unless the flight was abandoned before it finished. */
  store: (value: V) => void
}

/**
 * Running fills, at most one per key. An abandoned flight still serves its current waiters, but accepts no new ones
 * and stores nothing, so that an older fill cannot undo an invalidation.
 */
export function createFlights<V>() {
  const open = new Map<string, Flight<V>>()
  const isOpen = (flight: Flight<V>) => open.get(flight.key) === flight
  const close = (flight: Flight<V>) => {
    if (isOpen(flight)) open.delete(flight.key)
  }

  function start({ key, tags, fill, store }: Joining<V>): Flight<V> {
    const controller = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<V>()
    const flight: Flight<V> = { key, tags, promise, controller, waiters: 0 }
    open.set(key, flight)
    const land = (value: V) => {
      if (isOpen(flight)) store(value)
      close(flight)
      resolve(value)
    }
    const crash = (error: unknown) => {
      close(flight)
      reject(error)
    }
    // Callers that left do not handle the failure, and there may be no others.
    promise.catch(() => {})
    run(fill, controller.signal).then(land).catch(crash)
    return flight
  }

  function leave(flight: Flight<V>, reason: unknown): void {
    flight.waiters--
    if (flight.waiters > 0) return
    close(flight)
    flight.controller.abort(reason)
  }

  async function wait(flight: Flight<V>, signal: AbortSignal): Promise<V> {
    const left = Promise.withResolvers<never>()
    const onAbort = () => {
      leave(flight, signal.reason)
      left.reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await Promise.race([flight.promise, left.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    /** Joins the flight of this key, or starts it. Rejects with the fill's error, or the signal's reason. */
    join(joining: Joining<V>): Promise<V> {
      const { key, signal } = joining
      if (signal?.aborted) return Promise.reject(signal.reason)
      const flight = open.get(key) ?? start(joining)
      flight.waiters++
      return signal ? wait(flight, signal) : flight.promise
    },
    /** The matching flights end without storing and accept no new waiters. */
    abandon(matches: (flight: { key: string; tags: readonly string[] }) => boolean): void {
      for (const flight of open.values()) if (matches(flight)) close(flight)
    },
  }
}

/** A fill that throws before its first await fails like any other. */
async function run<V>(fill: Fill<V>, signal: AbortSignal): Promise<V> {
  return fill(signal)
}
