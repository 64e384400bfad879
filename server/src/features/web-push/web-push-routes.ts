import * as routes from '@foyer/contract/web-push'
import { type Binding, bind } from '#http/bind.ts'
import type { WebPushService } from './web-push-service.ts'

export function webPushRoutes(service: WebPushService): Binding[] {
  return [
    bind(routes.getWebPushKey).to(() => service.publicKey()),
    bind(routes.getWebPushBrowsers).to(({ caller }) => service.list(caller.user_id)),
    bind(routes.putWebPush).to(({ caller, body, facts }) => service.subscribe(caller, body, facts.origin)),
    bind(routes.deleteWebPush).to(({ caller, params }) =>
      service.unsubscribe(caller.user_id, params.deviceID),
    ),
  ]
}
