import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { isForAdmins } from '#features/notifications/index.ts'
import { decidedAmong } from '#features/requests/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createInboxSweep } from './inbox-jobs.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { createInbox } from './inbox-service.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
}

/** Notifications to read in the app. */
export function createInboxSlice(platform: Platform, needs: Needs) {
  const inbox = createInbox({ ...platform, ...needs, isForAdmins, decidedAmong })
  const sweep = createInboxSweep(platform)
  return { api: inbox, routes: inboxRoutes(inbox), start: sweep.schedule }
}
