import type { AlertChannel, Preferences } from '#features/notifications/index.ts'
import { createExclusive } from '#jobs/exclusive.ts'
import type { Platform } from '#platform/platform.ts'
import { createPushGateway } from '#upstreams/push-gateway/push-gateway.ts'
import { createPushHealth } from './push-health.ts'
import { createGatewayKeys } from './gateway-keys.ts'
import { createGatewaySync } from './gateway-sync.ts'
import { createPushChannel } from './push-channel.ts'
import { createPushDevices } from './push-devices.ts'
import { createPushPolicyPage } from './push-policy-page.ts'
import { pushRoutes } from './push-routes.ts'
import { createScheduleSync, handleSync, type ScheduleSync } from './push-sync.ts'

interface Needs {
  notifications: { addChannel(channel: AlertChannel): void; preferences: Preferences }
}

/** Alerts to phones through the push gateway, if one is configured. */
export function createPushSlice(platform: Platform, { notifications }: Needs) {
  const { config, database } = platform
  const health = createPushHealth(platform)
  const scheduleSync = createScheduleSync({
    ...platform,
    is_configured: config.push.gateway_url !== undefined,
  })
  const gateway = openGateway(platform, scheduleSync)
  handleSync({ ...platform, sync: gateway?.sync ?? null, health })
  if (gateway) notifications.addChannel(createPushChannel({ ...platform, ...gateway, health }))
  platform.hooks.devicesEnded.on('push', scheduleSync)
  const devices = createPushDevices({ ...platform, changed: scheduleSync })
  const policy = createPushPolicyPage({
    database,
    preferences: notifications.preferences,
    health,
    keys: gateway?.keys ?? null,
  })
  return {
    api: {},
    routes: pushRoutes({ devices, policy }),
    ...(gateway && { start: () => database.transaction(scheduleSync) }),
  }
}

function openGateway(platform: Platform, scheduleSync: ScheduleSync) {
  const { config, database, clock, outbound, scrubber } = platform
  const { gateway_url, api_key, enrol_token } = config.push
  if (gateway_url === undefined) return null
  for (const secret of [api_key, enrol_token]) if (secret !== undefined) scrubber.register(secret)
  const gateway = createPushGateway({
    external: outbound.external,
    url: gateway_url,
    name: config.server_name,
    enrol_token,
  })
  const keys = createGatewayKeys({
    ...platform,
    gateway,
    gateway_url,
    api_key,
    registerSecret: scrubber.register,
    discarded: scheduleSync,
  })
  const runExclusive = createExclusive({ database, clock })
  const sync = createGatewaySync({ ...platform, gateway, gateway_url, keys, runExclusive })
  return { gateway, keys, sync }
}
