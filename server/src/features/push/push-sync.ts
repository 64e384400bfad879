import { z } from 'zod'
import type { Tx } from '#db/database.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { PushHealth } from './push-health.ts'
import { NotEnrolled } from './gateway-keys.ts'
import type { GatewaySync } from './gateway-sync.ts'

/** Saved jobs carry this name, so it stays. */
const syncJob = defineJob({ name: 'push-upkeep', payload: z.object({}) })
const KEY = 'gateway'

/** push.md, 1: the delay before a failed synchronisation is retried. */
const RETRY_MS = MINUTE_MS
/** Devices can be removed in many ways; unnoticed ones are found at the latest after this. */
const SWEEP_MS = 10 * MINUTE_MS

export type ScheduleSync = (tx: Tx) => Promise<void>

/** Schedules a synchronisation after the commit; does nothing when no gateway is configured. */
export function createScheduleSync(parts: { jobs: Jobs; is_configured: boolean }): ScheduleSync {
  const { jobs, is_configured } = parts
  jobs.define(syncJob)
  return async tx => {
    if (is_configured) await jobs.enqueue(tx, syncJob, {}, { dedupe_key: KEY })
  }
}

/** Enrols, and keeps the gateway's devices synchronised. */
export function handleSync(parts: {
  jobs: Jobs
  clock: Clock
  /** Null: no gateway is configured. */
  sync: GatewaySync | null
  health: PushHealth
}): void {
  const { jobs, clock, sync, health } = parts
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  async function nextSync(gateway: GatewaySync, signal: AbortSignal): Promise<Date> {
    try {
      await gateway.sync({ signal })
      await health.recordContact()
      return later(SWEEP_MS)
    } catch (error) {
      if (error instanceof NotEnrolled) return error.next_at
      if (error instanceof Refusal && error.code === 'conflict') return later(RETRY_MS)
      if (!(error instanceof UpstreamFault)) throw error
      await health.recordFailure(error.kind)
      return later(Math.max(RETRY_MS, error.retry_after_ms ?? 0))
    }
  }

  jobs.handle(syncJob, async ({ signal }) => (sync ? again(await nextSync(sync, signal)) : done()))
}
