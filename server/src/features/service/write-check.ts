import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/**
 * A probe is a commit with a sync of the disk; however often readiness is requested, there is at most one in ten
 * seconds.
 */
const REMEMBERED_MS = 10_000

/** Checks whether changes can be saved by saving one. A full disk can still be read. */
export function createWriteCheck(deps: { probe: () => Promise<void>; clock: Clock; log: Log }) {
  const { probe, clock, log } = deps
  let last: { result: Promise<boolean>; until_ms: number } | undefined
  let isFailing = false

  async function tryOnce(): Promise<boolean> {
    try {
      await probe()
    } catch (error) {
      // Once per outage: a load balancer probes every few seconds.
      if (!isFailing) log.error({ err: error }, 'nothing can be saved; this server is not ready')
      isFailing = true
      return false
    }
    if (isFailing) log.info({}, 'changes can be saved again')
    isFailing = false
    return true
  }

  return function canWrite(): Promise<boolean> {
    if (last && clock.monotonicMs() < last.until_ms) return last.result
    // All callers wait for a probe that hangs; a second one would only take another connection.
    const made = { result: tryOnce(), until_ms: Number.POSITIVE_INFINITY }
    // A failure is not cached: the next probe detects the recovery.
    void made.result.then(is_good => (made.until_ms = is_good ? clock.monotonicMs() + REMEMBERED_MS : 0))
    last = made
    return made.result
  }
}
