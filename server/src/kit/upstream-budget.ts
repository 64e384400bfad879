import type { Clock } from './clock.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Ends the work with a `timeout` fault after `ms`, however many calls it takes. */
export async function withinBudget<T>(
  { clock, ms, upstream }: { clock: Clock; ms: number; upstream: string },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const stop = clock.after(ms, () => controller.abort(new UpstreamFault({ upstream, kind: 'timeout' })))
  try {
    return await run(controller.signal)
  } finally {
    stop()
  }
}
