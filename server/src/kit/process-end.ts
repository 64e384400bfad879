import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/** At most ten seconds from the signal to the end of the process; this leaves the last part to the exit itself. */
const STOP_MS = 9_500
/** A terminal and npm send the same signal twice; later than this, somebody does not want to wait. */
const SAME_SIGNAL_MS = 1_000
/** A second start may follow at once. */
const PARENT_CHECK_MS = 250

interface StopParts {
  clock: Clock
  /** Closes everything; `hurry` tells it not to wait for what still runs. */
  stop: (hurry: AbortSignal) => Promise<void>
  /** Ends with the process that started this one, whose death nobody else would report. */
  with_parent: boolean
}

/** SIGTERM and SIGINT end the process with 0, gracefully at first and by force when the time is over. */
export function stopOnSignals({ clock, stop, with_parent }: StopParts): void {
  const hurry = new AbortController()
  let began_ms: number | undefined

  function begin(): void {
    if (began_ms !== undefined) {
      if (clock.monotonicMs() - began_ms > SAME_SIGNAL_MS) hurry.abort()
      return
    }
    began_ms = clock.monotonicMs()
    clock.after(STOP_MS, () => process.exit(0))
    void stop(hurry.signal).finally(() => process.exit(0))
  }

  process.on('SIGTERM', begin)
  process.on('SIGINT', begin)
  if (!with_parent) return
  const parent = process.ppid
  clock.every(PARENT_CHECK_MS, () => {
    if (process.ppid === parent) return
    hurry.abort()
    begin()
  })
}

/**
 * What nobody caught leaves through the log, scrubbed and in one line, with exit code 1; Node would print it raw.
 * Returns the same end for what is caught at the very top.
 */
export function exitOnUncaught(log: () => Log): (error: unknown) => never {
  const end = (err: unknown): never => {
    log().error({ err }, 'Foyer ended because of an unexpected error')
    process.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  return end
}
