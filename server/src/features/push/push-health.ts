import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Settings } from '#settings/settings.ts'
import { pushHealth } from './push-settings.ts'

/** Whether push delivery works, for admins; written only when it changes. */
export function createPushHealth(parts: {
  database: Database
  settings: Settings
  clock: Clock
  log: Pick<Log, 'warn'>
}) {
  const { database, settings, clock, log } = parts

  async function change(next: { failing_since: string | null; last_error: string | null }): Promise<void> {
    const known = await settings.read(database.read, pushHealth)
    const since = next.failing_since === null ? null : (known.failing_since ?? next.failing_since)
    if (known.failing_since === since && known.last_error === next.last_error) return
    await settings.lock(tx =>
      settings.update(tx, pushHealth, { failing_since: since, last_error: next.last_error }),
    )
    const reason = next.last_error
    if (reason !== null) log.warn({ reason }, 'push notifications fail; Foyer keeps retrying')
  }

  const recordSuccess = () => change({ failing_since: null, last_error: null })

  return {
    /** A delivery succeeded. */
    recordSuccess,
    /** The gateway answers, which clears its own failures, but not refused deliveries. */
    async recordContact(): Promise<void> {
      const { last_error } = await settings.read(database.read, pushHealth)
      if (last_error !== null && !isRefusal(last_error)) await recordSuccess()
    },
    recordFailure: (error: string) => change({ failing_since: iso(clock.now()), last_error: error }),
    read: () => settings.read(database.read, pushHealth),
  }
}

function isRefusal(error: string): boolean {
  return error === 'devices_refused' || error.startsWith('refused_')
}

export type PushHealth = ReturnType<typeof createPushHealth>
