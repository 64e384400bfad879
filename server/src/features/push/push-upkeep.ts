import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeliveryHealth } from './delivery-health.ts'
import { NotEnrolled } from './gateway-keys.ts'
import type { GatewaySync } from './gateway-sync.ts'

const upkeep = defineJob({ name: 'push-upkeep', payload: z.object({}) })
const KEY = 'gateway'

/** push.md, 1 — what could not be told to the gateway is told again after this. */
const RETRY_MS = 60_000
/** Devices end in many ways; whatever nobody told us of is found this late at most. */
const SWEEP_MS = 10 * 60_000

/** Enrols, and keeps the gateway's devices in line with ours. */
export function createPushUpkeep(parts: {
  database: Database
  jobs: Jobs
  clock: Clock
  /** Null: no gateway is configured, and nothing is to be kept up. */
  sync: GatewaySync | null
  health: DeliveryHealth
}) {
  const { database, jobs, clock, sync, health } = parts
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  async function nextLook(gateway: GatewaySync, signal: AbortSignal): Promise<Date> {
    try {
      await gateway.sync({ signal })
      await health.reached()
      return later(SWEEP_MS)
    } catch (error) {
      if (error instanceof NotEnrolled) return error.next_at
      if (error instanceof Refusal && error.code === 'conflict') return later(RETRY_MS)
      if (!(error instanceof UpstreamFault)) throw error
      await health.failed(error.kind)
      return later(Math.max(RETRY_MS, error.retry_after_ms ?? 0))
    }
  }

  jobs.define(upkeep)
  jobs.handle(upkeep, async ({ signal }) => (sync ? again(await nextLook(sync, signal)) : done()))

  async function soon(tx: Tx): Promise<void> {
    if (sync) await jobs.enqueue(tx, upkeep, {}, { dedupe_key: KEY })
  }

  return { soon, schedule: () => database.transaction(soon) }
}
