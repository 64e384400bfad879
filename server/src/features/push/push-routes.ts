import * as routes from '@foyer/contract/notifications'
import { getPushPolicy, putPushPolicy } from '@foyer/contract/push-admin'
import { bind, type Binding } from '#http/bind.ts'
import type { PushDevices } from './push-devices.ts'
import type { PushPolicyPage } from './push-policy-page.ts'

export function pushRoutes({ devices, policy }: { devices: PushDevices; policy: PushPolicyPage }): Binding[] {
  return [
    bind(routes.getPushDevices).to(({ caller }) => devices.list(caller)),
    bind(routes.postPushToken).to(({ caller, body }) => devices.register(caller, body)),
    bind(routes.deletePushToken).to(({ caller, params }) => devices.forget(caller, params.deviceID)),
    bind(getPushPolicy).to(() => policy.read()),
    bind(putPushPolicy).to(({ body }) => policy.change(body)),
  ]
}
