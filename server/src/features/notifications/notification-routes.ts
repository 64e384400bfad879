import * as routes from '@foyer/contract/notifications'
import type { PushTestResult } from '@foyer/contract/users'
import { bind, type Binding } from '#http/bind.ts'
import type { Preferences } from './preferences/preference-service.ts'

export function notificationRoutes(parts: {
  preferences: Preferences
  test: (user_id: number) => Promise<PushTestResult>
}): Binding[] {
  const { preferences, test } = parts
  return [
    bind(routes.getNotificationPreferences).to(({ caller }) => preferences.read(caller.user_id)),
    bind(routes.putNotificationPreferences).to(({ caller, body }) =>
      preferences.replace(caller.user_id, body),
    ),
    bind(routes.postNotificationTest).to(({ caller }) => test(caller.user_id)),
  ]
}
