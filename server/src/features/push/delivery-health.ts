import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Settings } from '#settings/settings.ts'
import { deliveryHealth } from './push-settings.ts'

/** Whether push delivery works, for admins; written only when it changes. */
export function createDeliveryHealth(parts: {
  database: Database
  settings: Settings
  clock: Clock
  log: Pick<Log, 'warn'>
}) {
  const { database, settings, clock, log } = parts

  async function change(next: { failing_since: string | null; last_error: string | null }): Promise<void> {
    const known = await settings.read(database.read, deliveryHealth)
    const since = next.failing_since === null ? null : (known.failing_since ?? next.failing_since)
    if (known.failing_since === since && known.last_error === next.last_error) return
    await settings.lock(tx =>
      settings.update(tx, deliveryHealth, { failing_since: since, last_error: next.last_error }),
    )
    const reason = next.last_error
    if (reason !== null) log.warn({ reason }, 'alerts do not get through to phones; they are tried again')
  }

  const worked = () => change({ failing_since: null, last_error: null })

  return {
    /** A delivery succeeded. */
    worked,
    /** The gateway answers, which clears its own failures, but not refused deliveries. */
    async reached(): Promise<void> {
      const { last_error } = await settings.read(database.read, deliveryHealth)
      if (last_error !== null && !isRefusal(last_error)) await worked()
    },
    failed: (error: string) => change({ failing_since: iso(clock.now()), last_error: error }),
    read: () => settings.read(database.read, deliveryHealth),
  }
}

function isRefusal(error: string): boolean {
  return error === 'devices_refused' || error.startsWith('refused_')
}

export type DeliveryHealth = ReturnType<typeof createDeliveryHealth>
