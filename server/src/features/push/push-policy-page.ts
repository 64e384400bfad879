import type { PushPolicy } from '@foyer/contract/push-admin'
import type { Preferences } from '#features/notifications/index.ts'
import type { Database } from '#db/database.ts'
import type { PushHealth } from './push-health.ts'
import type { GatewayKeys } from './gateway-keys.ts'

/** The push policy for admins, and the state of the gateway (1/4.14). */
export function createPushPolicyPage(parts: {
  database: Database
  preferences: Preferences
  health: PushHealth
  /** Null: no gateway is configured. */
  keys: Pick<GatewayKeys, 'current'> | null
}) {
  const { database, preferences, health, keys } = parts

  async function read(): Promise<PushPolicy> {
    const key = await keys?.current(database.read)
    const { failing_since, last_error } = keys ? await health.read() : NOTHING_FAILS
    return {
      ...(await preferences.policy(database.read)),
      gateway_configured: keys !== null,
      gateway_enrolled: key !== null && key !== undefined,
      failing_since,
      last_error,
    }
  }

  return {
    read,
    async change(body: Parameters<Preferences['changePolicy']>[0]): Promise<PushPolicy> {
      await preferences.changePolicy(body)
      return read()
    },
  }
}

export type PushPolicyPage = ReturnType<typeof createPushPolicyPage>

const NOTHING_FAILS = { failing_since: null, last_error: null }
