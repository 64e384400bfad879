import type { Meters } from '#kit/metrics/meters.ts'
import type { Platform } from '#platform/platform.ts'
import { metricsRoutes } from './metrics/metrics-routes.ts'
import { createMetrics } from './metrics/metrics-service.ts'

interface Needs {
  /** Null: the server was started without a token, and counts nothing. */
  meters: Meters | null
  openStreams: () => number
}

/** What whoever runs the server looks at: figures for Prometheus (C66). */
export function createOperationsSlice(platform: Platform, { meters, openStreams }: Needs) {
  const { metrics_token: token, version } = platform.config
  const metrics = meters && createMetrics({ ...platform, version, meters, openStreams })
  return {
    api: {},
    routes: metricsRoutes(metrics && token !== undefined ? { token, metrics } : null),
    close: () => metrics?.stop(),
  }
}
