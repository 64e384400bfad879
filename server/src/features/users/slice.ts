import type { PushTestResult } from '@foyer/contract/users'
import type { Db } from '#db/database.ts'
import type { FindLinkedSignIns, UserView } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createImportedUsers } from './imported-users.ts'
import { userRoutes } from './user-routes.ts'
import { createUsers } from './user-service.ts'

interface Needs {
  sessions: { view: UserView; linkedSignIns: FindLinkedSignIns }
  /** Whether single sign-on is the only way in for everybody but admins. */
  sso: { isSsoOnly(db: Db): Promise<boolean> }
  notifications: { test(user_id: number): Promise<PushTestResult> }
}

/** Account management for admins. */
export function createUsersSlice(platform: Platform, { sessions, sso, notifications }: Needs) {
  const { hooks } = platform
  const { view, linkedSignIns } = sessions
  const users = createUsers({
    ...platform,
    view,
    linkedSignIns,
    isSsoOnly: sso.isSsoOnly,
    sendTestPush: notifications.test,
    transferOwnership: hooks.userRemoved.run,
    devicesEnded: hooks.devicesEnded.run,
    roleChanged: hooks.roleChanged.run,
  })
  return { api: { imported: createImportedUsers({ linkedSignIns }) }, routes: userRoutes(users) }
}
