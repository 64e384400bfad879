import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Null: it could not be read, or not in time. Errors other than upstream faults are rethrown. */
export type Read = <T>(reading: Promise<T>) => Promise<T | null>

export interface ReadBudgetParts {
  clock: Clock
  log: Log
}

/**
 * Runs all reads of one answer within `ms`. A slower read continues for the next caller. `complaint` is the log
 * message for a failed read.
 */
export function createReadBudget({ clock, log }: ReadBudgetParts, ms: number, complaint: string) {
  // Forty cards that waited for one read fail with the same error, which is logged once.
  const logged = new WeakSet<Error>()

  return async function withinReadBudget<A>(answer: (read: Read) => Promise<A>): Promise<A> {
    const bell = new AbortController()
    const late = clock.sleep(ms, bell.signal).then(
      () => null,
      () => null,
    )
    const read: Read = async reading => {
      try {
        return await Promise.race([reading, late])
      } catch (error) {
        if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
        if (!logged.has(error)) log.warn({ err: error }, complaint)
        logged.add(error)
        return null
      }
    }
    try {
      return await answer(read)
    } finally {
      bell.abort()
    }
  }
}
