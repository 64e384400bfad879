import type { Clock } from '#kit/clock.ts'

/** Whether the work ended within `ms`. It goes on either way. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const stop = clock.after(ms, () => resolve(false))
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    stop()
  }
}
