import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { findCallers } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createEventHub } from './event-hub.ts'
import { liveEventRoutes } from './live-event-routes.ts'

interface Needs {
  inventory: Inventory
  kids: Pick<TitleGate, 'canReceive'>
}

/** Sends published events to the open streams of this process. */
export function createLiveEventsSlice(platform: Platform, { inventory, kids }: Needs) {
  const { database } = platform
  const hub = createEventHub({
    ...platform,
    version: platform.config.version,
    findCallers: ids => findCallers(database.read, ids),
    findViewers: (id, callers) => inventory.viewersAmong(database.read, id, callers),
    canReceive: kids.canReceive,
  })
  return { api: hub, routes: liveEventRoutes(hub, platform.clock), start: hub.start, endStreams: hub.close }
}
