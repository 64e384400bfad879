import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'

/** Null: it could not be read, or not in time. What is no fault of an upstream goes on as it is. */
export type Read = <T>(reading: Promise<T>) => Promise<T | null>

export interface ReadBudgetParts {
  clock: Clock
  log: Log
}

/**
 * Runs one answer with as many reads as it needs, all within `ms`. A read that takes longer goes on, for
 * whoever asks next. `complaint` is what the log says of one that failed.
 */
export function createReadBudget({ clock, log }: ReadBudgetParts, ms: number, complaint: string) {
  // Forty cards that waited for one read fail with one error, which is worth one line.
  const told = new WeakSet<Error>()

  return async function patiently<A>(answer: (read: Read) => Promise<A>): Promise<A> {
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
        if (!told.has(error)) log.warn({ err: error }, complaint)
        told.add(error)
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
