import type { Inventory } from '#features/instances/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createTdarrReads } from '#upstreams/tdarr/tdarr-reads.ts'
import { createTranscoderMonitor } from './transcoder-monitor.ts'
import { transcoderRoutes } from './transcoder-routes.ts'

/** What transcoders are doing, for admins. Nothing else in Foyer uses it (2:4.11). */
export function createTranscoderSlice(platform: Platform, needs: { inventory: Inventory }) {
  const monitor = createTranscoderMonitor({
    ...platform,
    ...needs,
    transcoder: createTdarrReads(platform.outbound.internal),
    currentCaller: createCurrentCaller(platform.database),
  })
  return { api: {}, routes: transcoderRoutes(monitor) }
}
