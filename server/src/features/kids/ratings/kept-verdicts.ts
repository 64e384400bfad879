import type { Clock } from '#kit/clock.ts'
import type { Ready } from '#kit/ready.ts'
import type { ContentLimits } from '../judge/content-rules.ts'

/** Beside the day that a rating is kept (1:4.5 kids rule 4), this is nothing. */
const KEPT_MS = 30_000

interface Kept {
  left: Ready
  until_ms: number
}

/**
 * What the same limits left of the very same answer a moment ago: the bytes are ready, and nothing is judged twice.
 * It goes with the answer or with the limits, whichever changes first.
 */
export function createKeptVerdicts(clock: Clock) {
  const kept = new WeakMap<Ready, WeakMap<ContentLimits, Map<string, Kept>>>()
  return {
    find(body: Ready, limits: ContentLimits, door: string): Ready | undefined {
      const found = kept.get(body)?.get(limits)?.get(door)
      return found && clock.monotonicMs() < found.until_ms ? found.left : undefined
    },
    keep(body: Ready, limits: ContentLimits, door: string, left: Ready): void {
      const byLimits = kept.get(body) ?? new WeakMap<ContentLimits, Map<string, Kept>>()
      kept.set(body, byLimits)
      const byDoor = byLimits.get(limits) ?? new Map<string, Kept>()
      byLimits.set(limits, byDoor)
      byDoor.set(door, { left, until_ms: clock.monotonicMs() + KEPT_MS })
    },
  }
}
