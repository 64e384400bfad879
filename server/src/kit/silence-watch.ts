import type { Clock, Stop } from '#kit/clock.ts'

/** Calls a member once it has been silent for `ms`. One timer serves all members. */
export function createSilenceWatch(clock: Clock, ms: number) {
  /** Time of the last activity by member, oldest first. */
  const last_active = new Map<() => void, number>()
  let timer: Stop | undefined

  function arm(): void {
    const [oldest] = last_active.values()
    if (timer || oldest === undefined) return
    timer = clock.after(Math.max(0, oldest + ms - clock.monotonicMs()), () => {
      timer = undefined
      endOverdue()
      arm()
    })
  }

  function endOverdue(): void {
    for (const [end, at] of last_active) {
      if (at + ms > clock.monotonicMs()) return
      last_active.delete(end)
      end()
    }
  }

  return {
    /** Starts or restarts the time that this member may be silent. */
    restart(end: () => void): void {
      last_active.delete(end)
      last_active.set(end, clock.monotonicMs())
      arm()
    },
    forget(end: () => void): void {
      last_active.delete(end)
      if (last_active.size > 0) return
      timer?.()
      timer = undefined
    },
  }
}

export type SilenceWatch = ReturnType<typeof createSilenceWatch>
