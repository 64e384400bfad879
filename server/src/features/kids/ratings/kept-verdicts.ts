import type { Clock } from '#kit/clock.ts'
import type { Ready } from '#kit/ready.ts'
import type { ContentLimits } from '../judge/content-rules.ts'

/** Short compared with the day that a rating is cached (1:4.5 kids rule 4). */
const KEPT_MS = 30_000

interface Kept {
  filtered: Ready
  until_ms: number
}

/**
 * The filtered form of an answer for the same limits: the bytes are ready, and nothing is judged twice. An entry
 * is dropped with the answer or with the limits, whichever changes first.
 */
export function createKeptVerdicts(clock: Clock) {
  const kept = new WeakMap<Ready, WeakMap<ContentLimits, Map<string, Kept>>>()
  return {
    find(body: Ready, limits: ContentLimits, surface: string): Ready | undefined {
      const found = kept.get(body)?.get(limits)?.get(surface)
      return found && clock.monotonicMs() < found.until_ms ? found.filtered : undefined
    },
    keep(body: Ready, limits: ContentLimits, surface: string, filtered: Ready): void {
      const byLimits = kept.get(body) ?? new WeakMap<ContentLimits, Map<string, Kept>>()
      kept.set(body, byLimits)
      const bySurface = byLimits.get(limits) ?? new Map<string, Kept>()
      byLimits.set(limits, bySurface)
      bySurface.set(surface, { filtered, until_ms: clock.monotonicMs() + KEPT_MS })
    },
  }
}
