import { Refusal } from '#kit/refusal.ts'

/**
 * 1/4.2, 1/4.15: inventory or settings that cannot be read are 503, whatever the reason: storage that is
 * gone, a value sealed with another key, or one that a newer version wrote. The cause goes to the log.
 */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('unavailable', { cause })
  }
}
