const MiB = 1024 * 1024

/** Every read may hold this much without waiting: a small read never waits for a large one. */
export const FREE_BYTES = MiB
/** The memory large reads may hold in addition to the oldest of them. */
const SHARED_BYTES = 64 * MiB

/** Below this, no explicit collection is needed. */
const WORTH_COLLECTING = 16 * MiB

/** The memory held by one read. */
export interface Charge {
  /** Counts more bytes; returns a promise when it must wait for others. Rejects with the signal's reason. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined
  /** The bytes were released. */
  close(): void
}

interface LargeRead {
  held: number
  waits: { bytes: number; go: () => void } | null
}

/**
 * Bounds the memory that all reads of the process hold together; `onAllGone` is called when a large amount was held
 * and has been released. The oldest large read may continue up to its own limit; all others share a small remainder
 * and wait, with their connection paused, until the oldest is done. One read can always continue, so there is no
 * deadlock; a read that waits too long hits its own deadline.
 */
export function createByteBudget({ free = FREE_BYTES, shared = SHARED_BYTES, onAllGone = () => {} } = {}) {
  /** Oldest first. */
  const large: LargeRead[] = []
  /** Since there were last no large reads. */
  let passed = 0

  function fits(read: LargeRead, bytes: number): boolean {
    if (read === large[0]) return true
    const others = large.slice(1).reduce((sum, { held }) => sum + held, 0)
    return others + bytes <= shared
  }

  function wake(): void {
    for (const read of large) {
      const { waits } = read
      if (!waits || !fits(read, waits.bytes)) continue
      read.waits = null
      read.held += waits.bytes
      waits.go()
    }
  }

  async function wait(read: LargeRead, bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      read.waits = null
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    read.waits = { bytes, go: resolve }
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    /** The bytes large reads hold now. */
    held: () => large.reduce((sum, { held }) => sum + held, 0),
    open(): Charge {
      const read: LargeRead = { held: 0, waits: null }
      let size = 0
      let closed = false
      return {
        take(bytes, signal) {
          size += bytes
          if (size <= free) return undefined
          if (!large.includes(read)) large.push(read)
          if (!fits(read, bytes)) return wait(read, bytes, signal)
          read.held += bytes
          return undefined
        },
        close() {
          if (closed) return
          closed = true
          const at = large.indexOf(read)
          if (at === -1) return
          large.splice(at, 1)
          passed += read.held
          wake()
          if (large.length > 0) return
          if (passed > WORTH_COLLECTING) onAllGone()
          passed = 0
        },
      }
    },
  }
}

export type ByteBudget = ReturnType<typeof createByteBudget>
