import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/** A probe is a commit with a sync of the disk; however often readiness is asked for, there is one in ten seconds. */
const REMEMBERED_MS = 10_000

/** Whether a change can be saved, found out by saving one. A full disk reads as well as any other. */
export function createWriteCheck(deps: { probe: () => Promise<void>; clock: Clock; log: Log }) {
  const { probe, clock, log } = deps
  let last: { result: Promise<boolean>; until_ms: number } | undefined
  let isFailing = false

  async function tryOnce(): Promise<boolean> {
    try {
      await probe()
    } catch (error) {
      // Once for each outage: a balancer asks every few seconds.
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
    // A probe that hangs is waited for by all; a second one would only take another connection.
    const made = { result: tryOnce(), until_ms: Number.POSITIVE_INFINITY }
    // A bad answer is not remembered: when there is room again, the next who ask learn it.
    void made.result.then(is_good => (made.until_ms = is_good ? clock.monotonicMs() + REMEMBERED_MS : 0))
    last = made
    return made.result
  }
}
