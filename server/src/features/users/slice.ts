import type { PushTestResult } from '@foyer/contract/users'
import type { Alerts } from '#features/notifications/index.ts'
import type { UserView } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createImportedUsers } from './imported-users.ts'
import { createShareInviteEmail } from './invite-email.ts'
import { userRoutes } from './user-routes.ts'
import { createUsers } from './user-service.ts'

interface Needs {
  view: UserView
  notifications: { alerts: Alerts; test(user_id: number): Promise<PushTestResult> }
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
  // Invitations to media servers belong to a later slice; until then admins are alerted and nothing is outstanding.
  const shareInviteEmail = createShareInviteEmail({
    ...platform,
    sendOwedInvites: async () => '',
    alertAdmins: (tx, data) =>
      notifications.alerts.raise(tx, { type: 'invite_access_request', audience: { to: 'admins' }, data }),
  })
  return { api: { imported: createImportedUsers({ view }) }, routes: userRoutes(users, shareInviteEmail) }
}
