import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/** The process must end within ten seconds of the signal; the remainder is for the exit itself. */
const STOP_MS = 9_500
/** A terminal and npm send the same signal twice; a later one means that somebody does not want to wait. */
const SAME_SIGNAL_MS = 1_000
/** Short, because a new start may follow at once. */
const PARENT_CHECK_MS = 250

interface StopParts {
  clock: Clock
  /** Closes everything; `hurry` aborts when it must no longer wait for running work. */
  stop: (hurry: AbortSignal) => Promise<void>
  /** Also stops when the parent process ends, which no signal reports. */
  with_parent: boolean
}

/** SIGTERM and SIGINT end the process with code 0: gracefully at first, by force when the time is over. */
export function stopOnSignals({ clock, stop, with_parent }: StopParts): void {
  const hurry = new AbortController()
  let began_ms: number | undefined

  function begin(): void {
    if (began_ms !== undefined) {
      if (clock.monotonicMs() - began_ms > SAME_SIGNAL_MS) hurry.abort()
      return
    }
    began_ms = clock.monotonicMs()
    // Holds the process meanwhile: what still runs may wait for a timer that does not.
    void clock.sleep(STOP_MS).then(() => process.exit(0))
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
 * Uncaught errors are logged, scrubbed and in one line, before exit code 1; Node would print them raw. Returns the
 * same function for errors caught at the top level.
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
