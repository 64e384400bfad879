import { Refusal } from '#kit/refusal.ts'

/**
 * 1/4.2, 1/4.15: unreadable inventory or settings result in 503, whether storage is gone, a value was encrypted
 * with another key, or a newer version wrote it. The cause goes to the log.
 */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('unavailable', { cause })
  }
}
