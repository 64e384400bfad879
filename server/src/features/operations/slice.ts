import type { EventHub } from '#features/live-events/index.ts'
import type { Readiness } from '#features/service/index.ts'
import type { EverybodysDevices } from '#features/sessions/index.ts'
import type { LogControl } from '#kit/log.ts'
import type { Meters } from '#kit/metrics/meters.ts'
import type { Platform } from '#platform/platform.ts'
import { cacheRoutes } from './caches/cache-routes.ts'
import { createCacheOperations } from './caches/cache-service.ts'
import { jobRoutes } from './jobs/job-routes.ts'
import { createJobOperations } from './jobs/job-service.ts'
import { logRoutes } from './logs/log-routes.ts'
import { createLogOperations } from './logs/log-service.ts'
import { metricsRoutes } from './metrics/metrics-routes.ts'
import { createMetrics } from './metrics/metrics-service.ts'
import { outboxRoutes } from './outbox/outbox-routes.ts'
import { createOutboxOperations } from './outbox/outbox-service.ts'
import { serverRoutes } from './server/server-routes.ts'
import { createServerOperations } from './server/server-service.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

interface Needs {
  /** Null: the server was started without a token, and counts nothing. */
  meters: Meters | null
  log_control: LogControl
  untrusted_proxy: { address: () => string | null }
  readiness: Readiness
  hub: Pick<EventHub, 'openStreams'>
  sessions: { everybody: EverybodysDevices }
}

/** What whoever runs the server looks at: jobs, outbox, caches, log, database, sessions, and figures (C66). */
export function createOperationsSlice(platform: Platform, needs: Needs) {
  const { meters, log_control, readiness } = needs
  const { openStreams } = needs.hub
  const { metrics_token: token, version } = platform.config
  const metrics = meters && createMetrics({ ...platform, version, meters, openStreams })
  const caches = createCacheOperations(platform)
  const logs = createLogOperations({ ...platform, log_control })
  const server = createServerOperations({
    ...platform,
    version,
    metrics_enabled: token !== undefined,
    readiness,
    openStreams,
    untrustedProxy: needs.untrusted_proxy.address,
  })
  return {
    api: {},
    routes: [
      ...metricsRoutes(metrics && token !== undefined ? { token, metrics } : null),
      ...jobRoutes(createJobOperations(platform)),
      ...outboxRoutes(createOutboxOperations(platform)),
      ...cacheRoutes(caches),
      ...logRoutes(logs),
      ...serverRoutes(server),
      ...sessionRoutes(needs.sessions.everybody),
    ],
    start() {
      caches.start()
      logs.start()
    },
    close() {
      metrics?.stop()
      caches.close()
      logs.close()
    },
  }
}
