import * as routes from '@foyer/contract/users'
import { type Binding, bind } from '#http/bind.ts'
import type { Users } from './user-service.ts'

export function userRoutes(users: Users): Binding[] {
  return [
    bind(routes.getUsers).to(() => users.list()),
    bind(routes.patchUser).to(({ params, body }) => users.update(params.userID, body)),
    bind(routes.patchAuthMethods).to(({ params, body, caller }) =>
      users.changeMethods(params.userID, body, caller),
    ),
    bind(routes.putAiAccess).to(({ params, body }) =>
      users.changeAiAccess(params.userID, body.shared_ai_enabled),
    ),
    bind(routes.deleteUser).to(async ({ params }) => {
      await users.remove(params.userID)
      return { status: 'deleted' }
    }),
    bind(routes.getDevices).to(() => users.devices()),
    bind(routes.deleteDevice).to(async ({ params }) => {
      await users.revokeDevice(params.deviceID)
      return { status: 'revoked' }
    }),
    bind(routes.postTestPush).to(({ params }) => users.testPush(params.userID)),
  ]
}
