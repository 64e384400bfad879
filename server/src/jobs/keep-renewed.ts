import type { Clock, Stop } from '#kit/clock.ts'

interface RenewalParts {
  clock: Clock
  lease_ms: number
  every_ms: number
  /** False: the lease is lost. An error is retried at the next interval. */
  renew(): Promise<boolean>
  onFailed?(error: unknown): void
  onLost(): void
}

/**
 * 1:3: leases are renewed while active. One that cannot be renewed in time is treated as lost: the work stops half a
 * heartbeat before another process could take over, whether the database fails, hangs or refuses.
 */
export function keepRenewed(parts: RenewalParts): Stop {
  const { clock, lease_ms, every_ms, onLost } = parts
  const startDeadline = () => clock.after(lease_ms - every_ms / 2, onLost)
  let stopDeadline = startDeadline()
  let isRenewing = false
  let isOver = false

  async function renew(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    // Counted from before the query: the new lease ends no sooner than that.
    const stopNext = startDeadline()
    const held = await parts.renew().catch((error: unknown) => {
      parts.onFailed?.(error)
      return null
    })
    isRenewing = false
    if (held && !isOver) {
      stopDeadline()
      stopDeadline = stopNext
    } else stopNext()
    if (held === false) onLost()
  }

  const stopRenewing = clock.every(every_ms, () => void renew())
  return () => {
    isOver = true
    stopRenewing()
    stopDeadline()
  }
}
