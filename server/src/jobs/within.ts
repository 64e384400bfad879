import type { Clock } from '#kit/clock.ts'

/** Whether the work ended within `ms` and before `hurry` fired. It continues either way. */
export async function within(
  clock: Clock,
  ms: number,
  work: Promise<unknown>,
  hurry?: AbortSignal,
): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const giveUp = () => resolve(false)
  const stop = clock.after(ms, giveUp)
  hurry?.addEventListener('abort', giveUp, { once: true })
  if (hurry?.aborted) giveUp()
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    stop()
    hurry?.removeEventListener('abort', giveUp)
  }
}
