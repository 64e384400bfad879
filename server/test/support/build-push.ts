import type { PushGatewaySimulator } from '@foyer/simulators'
import type { Database } from '#db/database.ts'
import { createPushHealth } from '#features/push/push-health.ts'
import { createGatewayKeys } from '#features/push/gateway-keys.ts'
import { createGatewaySync } from '#features/push/gateway-sync.ts'
import { createPushChannel } from '#features/push/push-channel.ts'
import { createPushDevices } from '#features/push/push-devices.ts'
import { createScheduleSync, handleSync } from '#features/push/push-sync.ts'
import type { Jobs } from '#jobs/index.ts'
import { createExclusive } from '#jobs/exclusive.ts'
import type { Clock } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createTestLog } from './test-log.ts'
import type { Transport } from '#kit/outbound.ts'
import { createSettings } from '#settings/settings.ts'
import { createPushGateway } from '#upstreams/push-gateway/push-gateway.ts'

export interface PushParts {
  database: Database
  clock: Clock
  jobs: Jobs
  external: Transport
  gateway: Pick<PushGatewaySimulator, 'url'>
  api_key?: string
  enrol_token?: string
}

/** All parts between the token of a device and the push gateway. */
export function buildPush(parts: PushParts) {
  const { database, clock, jobs, external } = parts
  const gateway_url = parts.gateway.url
  const box = createSecretBox(new Uint8Array(32))
  const log = createTestLog()
  const settings = createSettings({ database, clock, box })
  const gateway = createPushGateway({
    external,
    url: gateway_url,
    name: 'Home',
    enrol_token: parts.enrol_token,
  })
  const shared = { database, clock, jobs, settings, box, gateway, registerSecret: () => {}, log }
  const health = createPushHealth(shared)
  const scheduleSync = createScheduleSync({ ...shared, is_configured: true })
  const keys = createGatewayKeys({
    ...shared,
    gateway_url,
    api_key: parts.api_key,
    discarded: scheduleSync,
  })
  const sync = createGatewaySync({ ...shared, gateway_url, keys, runExclusive: createExclusive(shared) })
  const channel = createPushChannel({ ...shared, keys, sync, health })
  handleSync({ ...shared, sync, health })
  const devices = createPushDevices({ ...shared, changed: scheduleSync })
  return { log, settings, health, keys, sync, channel, scheduleSync, devices }
}

/** Inserts a device as if its user had signed in. */
export async function addDevice(database: Database, id: string, user_id: number): Promise<void> {
  const at = '2026-11-15T09:00:00.000Z'
  await database.transaction(tx =>
    tx
      .insertInto('devices')
      .values({
        id,
        user_id,
        device_name: id,
        hardware_id: null,
        kind: 'app',
        client_name: null,
        refresh_hash: null,
        created_at: at,
        last_seen_at: at,
      })
      .execute(),
  )
}
