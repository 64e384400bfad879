import type { PushTestResult } from '@foyer/contract/users'
import type { UserView } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createImportedUsers } from './imported-users.ts'
import { userRoutes } from './user-routes.ts'
import { createUsers } from './user-service.ts'

interface Needs {
  view: UserView
  notifications: { test(user_id: number): Promise<PushTestResult> }
}

/** Account management for admins. */
export function createUsersSlice(platform: Platform, { view, notifications }: Needs) {
  const { hooks } = platform
  const users = createUsers({
    ...platform,
    view,
    sendTestPush: notifications.test,
    transferOwnership: hooks.userRemoved.run,
    devicesEnded: hooks.devicesEnded.run,
  })
  return { api: { imported: createImportedUsers({ view }) }, routes: userRoutes(users) }
}
