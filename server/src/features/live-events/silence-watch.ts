import type { Clock, Stop } from '#kit/clock.ts'

/**
 * Calls each member that was silent for `ms`, once. One timer for all of them, however many there are; a member
 * that is heard again goes to the end of the line.
 */
export function createSilenceWatch(clock: Clock, ms: number) {
  /** When each was heard last, longest ago first. */
  const heard = new Map<() => void, number>()
  let timer: Stop | undefined

  function arm(): void {
    const [oldest] = heard.values()
    if (timer || oldest === undefined) return
    timer = clock.after(Math.max(0, oldest + ms - clock.monotonicMs()), () => {
      timer = undefined
      endOverdue()
      arm()
    })
  }

  function endOverdue(): void {
    for (const [end, at] of heard) {
      if (at + ms > clock.monotonicMs()) return
      heard.delete(end)
      end()
    }
  }

  return {
    /** Begins, or begins anew, the time that this member may be silent. */
    heard(end: () => void): void {
      heard.delete(end)
      heard.set(end, clock.monotonicMs())
      arm()
    },
    forget(end: () => void): void {
      heard.delete(end)
      if (heard.size > 0) return
      timer?.()
      timer = undefined
    },
  }
}

export type SilenceWatch = ReturnType<typeof createSilenceWatch>
