import * as routes from '@foyer/contract/sessions/own-devices'
import { type Binding, bind } from '#http/bind.ts'
import type { OwnDevices } from './own-devices.ts'

export function ownDeviceRoutes(devices: OwnDevices): Binding[] {
  return [
    bind(routes.getOwnDevices).to(async ({ caller }) => ({ devices: await devices.list(caller) })),
    bind(routes.deleteOwnDevice).to(async ({ caller, params }) => {
      await devices.end(caller, params.id)
      return { status: 'revoked' }
    }),
    bind(routes.deleteOtherDevices).to(async ({ caller }) => ({
      status: 'revoked',
      revoked: await devices.endOthers(caller),
    })),
  ]
}
